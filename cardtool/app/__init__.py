"""The stories: what is read, judged, drawn and written when, by which package. Import each from its own
module.
"""
