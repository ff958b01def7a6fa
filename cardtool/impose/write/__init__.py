"""PDFs of what was planned: faces are drawn into forms, and these are put on paper.

Knows pikepdf and reportlab; where things lie is decided in `impose`.
"""
