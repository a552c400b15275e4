"""The world of a test: a screen, a bus, hands and eyes, agents, a hostile client."""
