"""Drawing for templates. Knows shapes in millimetres; no card, no HTML and no engine."""
