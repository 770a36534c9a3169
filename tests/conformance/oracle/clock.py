# SPDX-License-Identifier: Apache-2.0
"""The driver's side of the virtual clock, and the machine's clock as an alternative."""
import mmap
import struct
import time

EPOCH = 1704153600            # 2024-01-02 00:00:00 UTC: virtual time at power-on
NS = 10 ** 9


class Clock:
    """The driver's side of the shared page (vclock.h)."""

    def __init__(self, page):
        f = open(page, "r+b")
        self.m = mmap.mmap(f.fileno(), 0)
        f.close()

    def _get(self, off):
        return struct.unpack_from("<q", self.m, off)[0]

    @property
    def now(self):
        return self._get(8)

    @property
    def steps(self):
        return self._get(40)

    def add_pid(self, pid):
        for i in range(16):
            if struct.unpack_from("<i", self.m, 64 + 4 * i)[0] == 0:
                struct.pack_into("<i", self.m, 64 + 4 * i, pid)
                return

    def run_to(self, t_ns, real_timeout=3600):
        """Let the clock run to t_ns; return when it has arrived and all processes are idle."""
        t_ns = int(t_ns)
        if t_ns > self.now:
            struct.pack_into("<q", self.m, 16, t_ns)
        else:
            t_ns = self.now
        struct.pack_into("<q", self.m, 24, 0)
        end = time.monotonic() + real_timeout
        nap = 0.0003
        while self._get(24) < t_ns:
            time.sleep(nap)
            nap = min(nap * 1.3, 0.02)
            if time.monotonic() > end:
                raise RuntimeError("virtual clock is stuck")

    def quit(self):
        struct.pack_into("<i", self.m, 32, 2)


class RealClock:
    """--real-time: the machine's clock, or libfaketime's if run under `faketime`."""
    steps = 0

    @property
    def now(self):
        return time.time_ns()

    def add_pid(self, pid):
        pass

    def run_to(self, t_ns, real_timeout=None):
        left = (int(t_ns) - self.now) / NS
        if left > 0:
            time.sleep(left)

    def quit(self):
        pass
