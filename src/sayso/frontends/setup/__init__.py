"""Has gpg, ssh, sudo and git ask through sayso, undoes that, and says how it stands."""
