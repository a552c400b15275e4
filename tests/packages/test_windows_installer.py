"""The installer for Windows, as far as it needs neither network nor Wine: tests/under_wine has the
rest."""

from pathlib import Path

import windows_installer


def test_where_our_source_lay_is_not_in_it(tmp_path: Path) -> None:
    noted = tmp_path / "sayso-0.1.0.dist-info"
    noted.mkdir()
    (noted / "direct_url.json").write_text('{"url": "file:///home/mia/sayso"}')
    kept = "sayso/__init__.py,sha256=aa,70\nsayso-0.1.0.dist-info/RECORD,,\n"
    (noted / "RECORD").write_text(f"sayso-0.1.0.dist-info/direct_url.json,sha256=bb,40\n{kept}")
    windows_installer.forget_source(tmp_path)
    assert [each.name for each in noted.iterdir()] == ["RECORD"]
    assert (noted / "RECORD").read_text() == kept
