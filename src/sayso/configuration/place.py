"""Where the person's configuration is."""

import platformdirs


def path() -> str:
    """The file need not exist."""
    return str(platformdirs.user_config_path("sayso", appauthor=False) / "config.toml")
