"""What is printed only shows something: nothing runs, asks, or links where no link may lead."""

from __future__ import annotations

import pytest

from cardtool.render import web_page
from cardtool.render.safe_html import link_fault, page_faults, unnamed_pictures


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<script>alert(1)</script>", "<script> does not belong"),
        ("<ScRiPt src=x>", "<script> does not belong"),
        ("<video src=http://example.com/a.mp4></video>", "<video> does not belong"),
        ("<form action=http://example.com>", "<form> does not belong"),
        ("<p onclick=alert(1)>", "<p> has onclick"),
        ("<svg/onload=alert(1)>", "<svg> has onload"),
        ('<svg><path d="M0 0"onmouseover="x"/></svg>', "<path> has onmouseover"),
        ("<b formaction=x>", "<b> has formaction"),
        ('<img srcset="http://x/a.png 2x" src="a.png">', "<img> has srcset"),
        ('<a href="javascript:alert(1)">', "<a> may not link to javascript:"),
        ('<a href="java&#10;script:alert(1)">', "<a> may not link to javascript:"),
        ('<a href=" \x01vbscript:x">', "<a> may not link to vbscript:"),
        ('<a href="file:///etc/passwd">', "<a> may not link to file:"),
        ("<a href=data:text/html,x>", "<a> may not link to data:"),
        ('<svg><a xlink:href="javascript:x"></a></svg>', "<a> may not link to javascript:"),
        ('<a href="notes.html">', '<a> may not link to "notes.html"'),
        ('<svg><path d="M0 NaN"/></svg>', '<path> has d="M0 NaN", in which NaN is no number'),
        ('<svg viewBox="0 0 inf 9"></svg>', "in which inf is no number"),
        ('<svg><rect width="None"/></svg>', "in which None is no number"),
        ("<iframe srcdoc='x'></iframe>", "<iframe> does not belong"),
        ('<meta http-equiv="refresh" content="0;url=http://x">', "<meta> does not belong"),
        ("<svg><set attributeName=href to=javascript:x /></svg>", "<set> does not belong"),
        ("<svg><foreignObject></foreignObject></svg>", "<foreignobject> does not belong"),
    ],
)
def test_what_is_more_than_a_picture_or_a_text_is_told(html: str, said: str) -> None:
    assert said in " ".join(page_faults(html))


@pytest.mark.parametrize(
    "html",
    [
        '<p class="a">once = twice; javascript: is a word, and so is nan. None of it matters.</p>',
        '<a href="https://example.com/a?b=c">x</a><a href="#chapter">y</a>',
        "<a href='mailto:a@example.com'>z</a>",
        '<svg viewBox="0 0 1 1"><path fill="none" d="M0 0h1"/><use href="#a"/></svg>',
        '<img src="art/goat.png" alt="Infinity, and nan bread"><image href="art/b.png"/>',
        '<div style="display:none" title="inf">x</div>',
        '<svg><image href="data:image/png;base64,AA=="/></svg>',
    ],
)
def test_what_only_shows_something_is_not_told(html: str) -> None:
    assert list(page_faults(html)) == []


@pytest.mark.parametrize("address", ["", "JaVaScRiPt:x", "//example.com", "ftp://x", "x:y", "http\u200bs+x:"])
def test_links_that_lead_elsewhere_are_refused(address: str) -> None:
    assert "may not link to" in link_fault(address)


@pytest.mark.parametrize(
    "address", ["#a", "https://example.com", "HTTP://EXAMPLE.COM", "mailto:a@example.com"]
)
def test_links_into_the_page_and_to_the_web_are_fine(address: str) -> None:
    assert link_fault(address) == ""


def a_page(html: str, style: str = "") -> str:
    held = lambda address: f"data:image/png;base64,{address}"  # noqa: E731
    return web_page(html, style=style, title="A <b> & c", language="en-GB", embedded=held).decode()


def test_the_web_page_says_what_a_browser_may_do() -> None:
    page = a_page("<p>Text.</p>")
    assert "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'" in page
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert "<title>A &lt;b&gt; &amp; c</title>" in page


def test_what_was_overlooked_is_taken_out_of_the_web_page() -> None:
    hostile = (
        "<script>x</script><p onclick=x style='color:red'>a</p><a href=javascript:x>b</a>"
        "<video src=c></video>"
        "<form action=d><input></form><svg><script>e</script><path d='M0 0' onload=f /></svg><!-- g -->"
        "<img src=http://example.com/h.png><math><mtext><style><img src=x onerror=i></style></math>"
    )
    page = a_page(hostile).partition("<body>")[2]
    for gone in (
        "script",
        "onclick",
        "onload",
        "onerror",
        "javascript",
        "video",
        "form",
        "input",
        "<!--",
        "http",
    ):
        assert gone not in page
    assert '<p style="color:red">a</p>' in page
    assert '<path d="M0 0"></path>' in page


def test_the_web_page_holds_its_pictures() -> None:
    page = a_page(
        '<img alt="x" src="art/a.png"><p style="background:url(art/b.png)">', ".a{background:url('c.png')}"
    )
    assert 'src="data:image/png;base64,art/a.png"' in page
    assert "background:url(data:image/png;base64,art/b.png)" in page
    assert ".a{background:url(data:image/png;base64,c.png)}" in page


def test_drawings_stay_as_they_are_in_the_web_page() -> None:
    path = '<path d="M0 0h9" fill-rule="evenodd"></path>'
    drawn = f'<svg class="icon" viewBox="0 0 9 9"><title>flip</title>{path}</svg>'
    assert drawn in a_page(drawn)


def test_a_picture_without_words_is_told_as_the_printer_of_books_would() -> None:
    for picture in ('<img src="a.png">', '<img src="a.png" alt=" ">', "<svg></svg>"):
        (fault,) = unnamed_pictures(picture)
        assert "which is read aloud in its place" in fault
    assert not list(unnamed_pictures('<img src="a.png" alt="A goat"><svg><title>A hen</title></svg>'))
