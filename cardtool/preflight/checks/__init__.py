"""What is looked for, a file for each rule: its docstring is its page of the manual."""
