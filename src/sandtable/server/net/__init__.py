"""What lies below a request: connections, frames, limits, and the lag of each client."""
