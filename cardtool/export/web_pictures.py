"""Pictures of faces for the web: small files, cut out, and no larger than a screen."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from cardtool.export.face_pictures import cut_out, face_rasters
from cardtool.export.face_raster import Raster, map_in_threads, own_frame
from cardtool.model import Face, FacePages, Game, Kind
from cardtool.units import MM_PER_INCH

_LONGEST = 1600  # pixels; what a mat is shown with on a large screen
_QUALITY = 72  # of 100; the edges of small type are still clean


def web_pictures(pages: FacePages, game: Game, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Yield each face as a WebP file, in the order of the documents; the same bytes every time."""
    kinds = {kind.key: kind for kind in game.cut_kinds}
    frames = {key: own_frame(kind, _fitting_dpi(kind, dpi), bleed=False) for key, kind in kinds.items()}
    rasters = face_rasters(pages, {face: frames[face.kind, face.cut] for face in pages.pages})
    pieces = ((face, (raster, kinds[face.kind, face.cut])) for face, raster in rasters)
    return map_in_threads(lambda piece: _webp(*piece), pieces)


def _fitting_dpi(kind: Kind, dpi: int) -> int:
    return min(dpi, int(_LONGEST * MM_PER_INCH / max(kind.size)))


def _webp(raster: Raster, kind: Kind) -> bytes:
    out = io.BytesIO()
    picture: Image.Image = cut_out(raster.image(), kind)
    picture.save(out, "WEBP", quality=_QUALITY, method=4)
    return out.getvalue()
