"""Players that are programs, and the machinery that lets them play."""
