"""What ssh, sudo and git start to ask a person something: see ssh-add(1), sudo(8),
gitcredentials(7)."""
