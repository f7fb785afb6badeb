"""Real delayed lines: two network namespaces, and a process that carries every packet between them.

The server lives in one namespace, the players in the other. All that either kernel sends comes out
of a TUN device here, waits as long as the line of that player is long, and goes into the other
device. So the kernels measure the delay as they would on a real line, and acknowledgements without
data can be held back on their own, as somebody who wants their line to look longer would do.

python -m bench.fairness.lines: obeys datagrams such as {"address": "10.77.1.2", "way": 70}.
"""

import fcntl
import heapq
import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
TUN = Path("/dev/net/tun")
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 1, 0x1000
TCP = 6
MOST_PACKET = 65_536

SERVER = "10.77.0.1"
PLAYERS = "10.77.1."
UNDELAYED = PLAYERS + "1"
MOST_PLAYERS = 64


class Line:
    """The way between the server and one player, in milliseconds each way."""

    def __init__(self) -> None:
        self.way = 0.0
        self.jitter = 0.0
        self.ack_hold = 0.0
        """How much longer an acknowledgement without data takes from the player to the server."""
        self.free_at = {"up": 0.0, "down": 0.0, "ack": 0.0}
        """When the latest packet of each kind leaves: packets of a kind stay in order."""

    def due(self, packet: bytes, up: bool, now: float) -> float:
        delay = self.way + (random.uniform(-self.jitter, self.jitter) if self.jitter else 0.0)
        kind = "up" if up else "down"
        if up and self.ack_hold and bare(packet):
            kind = "ack"
            delay += self.ack_hold
        due = max(now + max(0.0, delay) / 1000, self.free_at[kind])
        self.free_at[kind] = due
        return due


def bare(packet: bytes) -> bool:
    """Whether this is a TCP segment without data."""
    if packet[9] != TCP:
        return False
    head = (packet[0] & 0x0F) * 4
    (total,) = struct.unpack_from("!H", packet, 2)
    return int(total) - head - (packet[head + 12] >> 4) * 4 <= 0


def carry(devices: dict[int, int], control: socket.socket) -> None:
    """Carry packets until this process is ended. `devices`: from which to which."""
    lines: dict[str, Line] = {}
    waiting: list[tuple[float, int, int, bytes]] = []
    count = 0
    sources: list[int] = [*devices, control.fileno()]
    while True:
        patience = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select(sources, [], [], patience)
        now = time.monotonic()
        for source in ready:
            if source == control.fileno():
                order = json.loads(control.recv(MOST_PACKET))
                line = lines.setdefault(order.pop("address"), Line())
                for name, value in order.items():
                    setattr(line, name, value)
                continue
            packet = os.read(source, MOST_PACKET)
            if packet[0] >> 4 != 4:
                continue
            sender, receiver = socket.inet_ntoa(packet[12:16]), socket.inet_ntoa(packet[16:20])
            up = receiver == SERVER
            line = lines.setdefault(sender if up else receiver, Line())
            count += 1
            heapq.heappush(waiting, (line.due(packet, up, now), count, devices[source], packet))
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, target, packet = heapq.heappop(waiting)
            os.write(target, packet)


class Lines:
    """The namespaces and the carrier, for as long as a measurement takes."""

    def __init__(self, folder: Path) -> None:
        self.control = folder / "lines"
        self.server = f"sandtable-{os.getpid()}-server"
        self.players = f"sandtable-{os.getpid()}-players"

    def __enter__(self) -> "Lines":
        self.devices: list[int] = []
        for space in (self.server, self.players):
            ip("netns", "add", space)
            device, name = tun()
            self.devices.append(device)
            ip("link", "set", name, "netns", space)
            inside(space, "ip", "link", "set", "lo", "up")
            if space == self.server:
                inside(space, "ip", "address", "add", f"{SERVER}/32", "dev", name)
            else:
                for number in range(1, MOST_PLAYERS + 2):
                    inside(space, "ip", "address", "add", f"{PLAYERS}{number}/32", "dev", name)
            inside(space, "ip", "link", "set", name, "up")
            there = f"{PLAYERS}0/24" if space == self.server else f"{SERVER}/32"
            source = [] if space == self.server else ["src", UNDELAYED]
            inside(space, "ip", "route", "add", there, "dev", name, *source)
        command = [sys.executable, "-m", "bench.fairness.lines", str(self.control)]
        self.carrier = subprocess.Popen(
            [*command, *map(str, self.devices)], pass_fds=self.devices, cwd=ROOT
        )
        while not self.control.exists():
            time.sleep(0.02)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.carrier.kill()
        self.carrier.wait()
        for device in self.devices:
            os.close(device)
        for space in (self.server, self.players):
            ip("netns", "delete", space)


def possible() -> bool:
    """Whether this process may make namespaces and devices."""
    return os.geteuid() == 0 and TUN.exists() and sys.platform == "linux"


def tun() -> tuple[int, str]:
    device = os.open(TUN, os.O_RDWR)
    answer = fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"fair%d", IFF_TUN | IFF_NO_PI))
    return device, answer[:16].rstrip(b"\0").decode()


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def inside(space: str, *command: str) -> None:
    ip("netns", "exec", space, *command)


def main() -> None:
    path, first, second = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as control:
        control.bind(path)
        carry({first: second, second: first}, control)


if __name__ == "__main__":
    main()
