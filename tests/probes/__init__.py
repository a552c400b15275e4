"""Probes: what a test needs of a screen. One protocol, an implementation for each system."""
