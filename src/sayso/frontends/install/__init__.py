"""Enters sayso in the configuration of another program, and takes it out again."""
