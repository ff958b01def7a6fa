"""Ink: the only room that opens and writes PDFs, and speaks points."""
