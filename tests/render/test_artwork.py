"""Pictures are looked into before an engine sees them."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cardtool.render.artwork import BadPicture, check_picture

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
    "{}</svg>"
)


def a_picture(format: str = "PNG", width: int = 9, height: int = 9, mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (width, height)).save(out, format)
    return out.getvalue()


@pytest.mark.parametrize(
    ("suffix", "format"), [(".png", "PNG"), (".jpg", "JPEG"), (".jpeg", "JPEG"), (".webp", "WEBP")]
)
def test_a_picture_that_is_what_it_says_is_taken(suffix: str, format: str) -> None:
    check_picture(suffix, a_picture(format))


def test_a_drawing_is_taken() -> None:
    inside = '<defs><path id="a" d="M0 0h9z"/></defs><use href="#a"/><use xlink:href="#a"/>'
    check_picture(".svg", SVG.format(inside).encode())


BOMB = '<g id="a"><path d="M0 0z"/></g>' + "".join(
    f'<g id="{chr(98 + n)}">' + f'<use href="#{chr(97 + n)}"/>' * 10 + "</g>" for n in range(9)
)


@pytest.mark.parametrize(
    ("suffix", "content", "said"),
    [
        (".png", a_picture("JPEG"), "not a PNG picture"),
        (".png", a_picture(width=400, height=400)[:-200], "a broken PNG picture"),
        (".jpg", b"", "not a JPEG picture"),
        (".png", a_picture(width=8000, height=6000, mode="1"), "40 million are the most"),
        (".svg", b"<html/>", "not an SVG drawing"),
        (".svg", b"<svg", "not a plain SVG drawing"),
        (".svg", SVG.format("<script>1</script>").encode(), "it holds <script>"),
        (".svg", SVG.format('<path onclick="x()"/>').encode(), "it has an onclick"),
        (
            ".svg",
            SVG.format('<image href="http://example.com/a.png"/>').encode(),
            "it refers to http://example.com",
        ),
        (".svg", SVG.format('<path d="M NaN 0"/>').encode(), 'it has d="M NaN 0", in which NaN is no number'),
        (".svg", SVG.format('<use href="other.svg#a"/>').encode(), "it refers to other.svg"),
        (".svg", b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("").encode(), "not a plain SVG drawing"),
        (".svg", SVG.format(BOMB).encode(), "it draws more than 50000 elements"),
        (".svg", SVG.format('<g id="a"><use href="#a"/></g>').encode(), "repeats itself"),
        (".svg", SVG.format("<g>" * 300 + "</g>" * 300).encode(), "nested too deeply"),
    ],
)
def test_what_is_no_picture_is_refused(suffix: str, content: bytes, said: str) -> None:
    with pytest.raises(BadPicture, match=said):
        check_picture(suffix, content)


STYLED = (
    "<style>a{{{}}}</style>",
    "<style><![CDATA[a{{{}}}]]></style>",
    '<path style="{}"/>',
    '<path fill="{}"/>',
)
ADDRESSES = (
    *("url(x.png)", "URL(x.png)", r"u\72l(x.png)", r"\75rl(x.png)", r"\000075 RL(x.png)", r"\u\rl(x.png)"),
    *("&#117;rl(x.png)", r"ur\6c( 'x.png')", r"u\0072l(x.png)", "/*;*/url(x.png)", r"\55\52\4C(x.png)"),
)
IMPORTS = ("@import 'x'", r"@\69mport 'x'", r"@IMPO\52T 'x'", r"@\000049 mport 'x'", "@import/**/'x'")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("styled", STYLED)
def test_an_address_in_a_drawing_is_found_however_it_is_spelt(styled: str, address: str) -> None:
    if "CDATA" in styled and "&" in address:
        return
    with pytest.raises(BadPicture, match=r"it refers to x\.png"):
        check_picture(".svg", SVG.format(styled.format(address)).encode())


@pytest.mark.parametrize("imported", IMPORTS)
def test_a_stylesheet_in_a_drawing_imports_no_other(imported: str) -> None:
    with pytest.raises(BadPicture, match="it refers to another stylesheet"):
        check_picture(".svg", SVG.format(f"<style>{imported};</style>").encode())
