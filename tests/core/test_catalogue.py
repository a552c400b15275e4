"""Our own words around the asker's."""

from sayso.core.catalogue import asks, in_directory


def test_the_header_says_who_asks_and_where() -> None:
    assert asks("claude") == "claude asks"
    assert in_directory("/home/ada") == "in /home/ada"
