"""What the pictures of figures show, checked by the numbers in the SVG."""

import xml.etree.ElementTree as ET

import pytest

from bench.pictures import WIDTH, Bar, bars, lines

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_long_as_their_medians_and_the_shortest_comes_first() -> None:
    slow = Bar("<zenity> & co", (90, 100, 120), is_ours=False)
    fast = Bar("ours", (8, 10, 30), is_ours=True)
    picture = ET.fromstring(bars("Until it is there", "ms", (slow, fast)))  # noqa: S314 - our own
    shown = [each for each in picture.iter(f"{SVG}rect") if each.get("class") != "paper"]
    assert [each.get("class") for each in shown] == ["ours", "peer"]
    one, other = (float(each.get("width", "")) for each in shown)
    assert other / one == pytest.approx(10, rel=0.02)
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert {"<zenity> & co", "100 ms", "10.0 ms", "Until it is there"} <= {*texts}


def test_lines_rise_with_what_they_tell_and_stay_in_the_picture() -> None:
    given = {"flat": [(10, (100,)), (1_000, (100,))], "steep": [(10, (50,)), (1_000, (200,))]}
    picture = ET.fromstring(lines("What it costs", "µs", "kept", given))  # noqa: S314 - our own
    flat, steep = (
        [tuple(map(float, point.split())) for point in each.get("d", "")[1:].split("L")]
        for each in picture.iter(f"{SVG}path")
        if each.get("class") == "line"
    )
    assert flat[0][1] == flat[1][1]
    assert steep[0][1] > flat[0][1] > steep[1][1] > 0
    assert flat[0][0] < flat[1][0] < WIDTH


def test_each_is_readable_on_light_and_on_dark() -> None:
    picture = bars("A", "ms", (Bar("ours", (1,), is_ours=True),))
    light, dark = picture.split("@media (prefers-color-scheme: dark)")
    for part in (light, dark):
        assert "text {" in part
        assert ".paper {" in part
