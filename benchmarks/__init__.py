"""How fast cardtool is, beside other ways to draw the same cards."""
