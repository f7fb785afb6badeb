"""The mask of a WebSocket frame in plain Python, where there is no compiled one."""


def apply_mask(data: bytes | bytearray | memoryview, mask: bytes | bytearray) -> bytes:
    size = len(data)
    repeated = mask * (size // len(mask) + 1)
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(repeated[:size], "big")
    return mixed.to_bytes(size, "big")
