"""Configuration files: ours, and those of other programs in which sayso is entered."""
