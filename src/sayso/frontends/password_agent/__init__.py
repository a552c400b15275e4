"""Answers systemd's requests for passwords: https://systemd.io/PASSWORD_AGENTS/."""
