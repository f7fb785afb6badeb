"""Below a request: connections, frames, limits, and how long the way to somebody is."""
