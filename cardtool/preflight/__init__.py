"""Whether what was made prints right: drawn faces, and finished PDF files, ours or anybody's.

Nothing is changed here, and no game is read. What is wrong is a Finding; a file that cannot be opened is
a ProjectError. `RULES` opens no library; the rest is imported by whoever examines something.
"""

from cardtool.preflight.rules import RULES
from cardtool.preflight.subject import BUDGET, Expected, Sort, Subject

__all__ = ["BUDGET", "RULES", "Expected", "Sort", "Subject"]
