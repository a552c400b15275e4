"""What ssh, sudo and git start to ask a person: see ssh-add(1), sudo(8), gitcredentials(7)."""
