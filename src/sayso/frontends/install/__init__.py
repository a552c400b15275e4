"""Enters something of sayso's in the configuration of another program, or takes it out again."""
