"""What every window for pages says where none can be shown. A backend's own test inherits this.

What such a window shows, and what its page can't reach, is tested with a screen in
tests/e2e/test_hostile_page.py.
"""

import pytest

from sayso.errors import Unsupported
from sayso.platforms.contract.page_window import Page, PageWindow


class PageWindowContract:
    """Fixture: `page_window`, that of a process without a screen."""

    def test_without_a_screen_there_is_none_and_another_way_is_named(
        self, page_window: PageWindow
    ) -> None:
        page = Page("A page", "<p>words</p>", 600, 400)
        for asks in (
            page_window.check,
            lambda: page_window.show(page, lambda _method, _parameters: None),
        ):
            with pytest.raises(Unsupported, match=r".") as caught:
                asks()
            assert "sayso history --html" in (caught.value.remedy or "")
