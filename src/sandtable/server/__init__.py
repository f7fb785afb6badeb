"""Tables with people: lobby, seats, protocol, fairness, storage, HTTP and WebSocket."""
