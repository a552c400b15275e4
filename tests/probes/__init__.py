"""Probes: how tests look at a screen and work it. One protocol, an implementation for each
system."""
