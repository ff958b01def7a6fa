"""From components to drawn faces: templates filled in, measured and drawn in worker processes."""

from cardtool.render.context import FaceJob, faces_of, jobs_of
from cardtool.render.crew import Crew, Rendered
from cardtool.render.rules import RULES
from cardtool.render.trial import try_drawing

__all__ = ["RULES", "Crew", "FaceJob", "Rendered", "faces_of", "jobs_of", "try_drawing"]
