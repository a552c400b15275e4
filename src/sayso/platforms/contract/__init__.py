"""What sayso needs of an operating system: one protocol for each part.

Each platform is a package. Its modules have the names of the modules here, and implement their
protocols. The type checker verifies that in `sayso.platforms.select`, which returns the modules.
"""
