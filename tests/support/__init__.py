"""The world of a test: a screen, a bus, agents, a hostile client."""
