"""What sayso needs of an operating system, a protocol for each part.

Each platform is a package whose modules have the same names as these, and fulfil them: the type
checker holds them to it, where `sayso.platforms.select` hands them out.
"""
