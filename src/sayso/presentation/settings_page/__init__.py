"""The settings as a person reads and changes them."""
