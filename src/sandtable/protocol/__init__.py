"""What a client and the server say to each other, and nothing else: light to import."""
