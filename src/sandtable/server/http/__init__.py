"""What comes in by HTTP: the API, the site, and the sockets that begin as a request."""
