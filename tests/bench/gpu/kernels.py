#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kernels.py [--shapes FILE.csv] [--out FILE.csv]: measure kernels of a device with PyTorch

Writes the table that `clustersim fit accelerator` reads. Needs PyTorch only, for CUDA or ROCm. The library calls are those of
training: torch.matmul and torch._scaled_mm (cuBLASLt, hipBLASLt), scaled_dot_product_attention (FlashAttention-2, cuDNN).

    srun --gpus 1 python3 kernels.py --out h200.csv
    clustersim step gpt3-175b --system leonardo --nodes 64 --kernels > shapes.csv
    srun --gpus 1 python3 kernels.py --shapes shapes.csv --out a100.csv
"""
import argparse
import csv
import statistics
import subprocess
import sys
import time

import shapes

try:
    import torch
    import torch.nn.functional as functional
except ImportError:
    sys.exit("kernels.py needs PyTorch: load the site's module or activate an environment with it")

DTYPES = {"fp64": torch.float64, "fp32": torch.float32, "tf32": torch.float32, "fp16": torch.float16,
          "bf16": torch.bfloat16}
if hasattr(torch, "float8_e4m3fn"):
    # MI300X has a format of its own.
    amd = torch.version.hip and torch.cuda.is_available() and \
        "gfx942" in getattr(torch.cuda.get_device_properties(0), "gcnArchName", "")
    DTYPES["fp8"] = torch.float8_e4m3fnuz if amd else torch.float8_e4m3fn
FLUSH_BYTES = 1 << 29  # larger than the caches of any device


class Timer:
    """Medians of repeated calls, each after the caches were overwritten, with the clock of the device."""

    def __init__(self, device, warm_up_s, repeats):
        self.device, self.warm_up_s, self.repeats = device, warm_up_s, repeats
        self.on_gpu = device.type == "cuda"
        self.flushed = torch.empty(FLUSH_BYTES if self.on_gpu else 1, dtype=torch.int8, device=device)

    def wait(self):
        if self.on_gpu:
            torch.cuda.synchronize()

    def once(self, call):
        self.flushed.zero_()
        if not self.on_gpu:
            start = time.perf_counter()
            call()
            return time.perf_counter() - start
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        # The zeroing above still runs while these are queued, so that the host's time for the call is hidden.
        start.record()
        call()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e-3

    def measure(self, call):
        """(median, relative spread) of the calls. The spread is half of the middle half over the median."""
        until = time.perf_counter() + self.warm_up_s
        call()
        self.wait()
        while time.perf_counter() < until:  # at the clock of sustained work
            call()
            self.wait()
        times = sorted(self.once(call) for _ in range(self.repeats))
        median = statistics.median(times)
        quarter = len(times) // 4
        return median, (times[-1 - quarter] - times[quarter]) / 2 / median


def random(shape, precision, device):
    """Random numbers: products of zeros take less power, so that the clock stays higher."""
    numbers = torch.randn(shape, device=device, dtype=torch.float32)
    return numbers.to(DTYPES[precision])


def matmul(row, device):
    m, n, k, copies = row["m"], row["n"], row["k"], row["copies"]
    if row["precision"] == "fp8":
        if copies > 1:
            raise ValueError("FP8 products of several copies have no call")
        a = random((m, k), "fp8", device)
        b = random((n, k), "fp8", device).t()
        one = torch.ones((), device=device)
        return lambda: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)
    torch.backends.cuda.matmul.allow_tf32 = row["precision"] == "tf32"
    lead = (copies,) if copies > 1 else ()
    a = random(lead + (m, k), row["precision"], device)
    b = random(lead + (k, n), row["precision"], device)
    out = torch.empty(lead + (m, n), dtype=a.dtype, device=device)
    return lambda: torch.matmul(a, b, out=out)


def attention(row, device):
    """Causal, forward; with the backend alone that the row names."""
    if row["m"] != row["n"]:
        raise ValueError("causal attention has as many keys as queries")
    from torch.nn.attention import SDPBackend, sdpa_kernel
    tuned = row["kernel"] == "attention_tuned"
    backend = SDPBackend.CUDNN_ATTENTION if tuned else SDPBackend.FLASH_ATTENTION
    q, k, v = (random((1, row["copies"], row["m"], row["k"]), row["precision"], device) for _ in range(3))

    def call():
        with sdpa_kernel(backend):
            functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    return call


def stream(row, device):
    """A sum of two arrays into a third: two reads and a write."""
    dtype = DTYPES[row["precision"]]
    count = max(1, row["bytes"] // (3 * torch.tensor([], dtype=dtype).element_size()))
    a, b = (random((count,), row["precision"], device) for _ in range(2))
    out = torch.empty_like(a)
    return lambda: torch.add(a, b, out=out)


def copy(row, device):
    host = torch.empty(row["bytes"], dtype=torch.int8, pin_memory=device.type == "cuda")
    there = torch.empty(row["bytes"], dtype=torch.int8, device=device)
    source, target = (host, there) if row["kernel"] == "to_device" else (there, host)
    return lambda: target.copy_(source, non_blocking=True)


CALLS = {"matmul": matmul, "attention": attention, "attention_tuned": attention, "stream": stream,
         "to_device": copy, "to_host": copy}


def answer_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def sensors(device):
    """Driver, power limit and clock as the driver's own tool states them; empty without one."""
    if device.type != "cuda" or torch.version.hip:
        return {}
    keys = ["driver_version", "power.limit", "clocks.sm"]
    # nvidia-smi counts all devices of the node, PyTorch only the visible ones.
    uuid = str(getattr(torch.cuda.get_device_properties(device), "uuid", "")) or "0"
    ident = uuid if uuid == "0" or uuid.startswith("GPU-") else "GPU-" + uuid
    line = answer_of(["nvidia-smi", "-i", ident, "--query-gpu=" + ",".join(keys), "--format=csv,noheader"])
    return dict(zip(keys, [part.strip() for part in line.split(",")])) if line.count(",") == 2 else {}


def head(device):
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
    platform = "ROCm " + torch.version.hip if torch.version.hip else "CUDA %s" % torch.version.cuda
    found = sensors(device)
    lines = [("device", name), ("software", "PyTorch %s, %s" % (torch.__version__, platform))]
    if "driver_version" in found:
        lines.append(("driver", found["driver_version"]))
    # "[N/A]" where the driver states none
    if found.get("power.limit", "").endswith(" W"):
        lines.append(("power limit", found["power.limit"]))
    return ["# %s: %s" % line for line in lines]


def run(rows, timer, device):
    """Yields the rows with their times. A kernel that the device or the library lacks is named and left out."""
    for row in rows:
        try:
            seconds, spread = timer.measure(CALLS[row["kernel"]](row, device))
        except (RuntimeError, ValueError, KeyError, ImportError, AttributeError) as error:
            print("left out: %s: %s" % (shapes.text(row), str(error).splitlines()[0]), file=sys.stderr)
            if device.type == "cuda":
                torch.cuda.empty_cache()
            continue
        print("%-50s %10.3f us" % (shapes.text(row), seconds * 1e6), file=sys.stderr)
        yield dict(row, seconds="%.6g" % seconds, repeats=timer.repeats, spread="%.3g" % spread)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", help="measure the kernels of this table in place of the usual ones")
    parser.add_argument("--out", help="the table (default: standard output)")
    parser.add_argument("--repeats", type=int, default=30)
    parser.add_argument("--warm-up", type=float, default=0.5, help="seconds of each kernel before it is measured")
    parser.add_argument("--device", default="cuda:0", help="as PyTorch names it; cpu only tests this script")
    asked = parser.parse_args()
    device = torch.device(asked.device)
    if device.type == "cuda" and not torch.cuda.is_available():
        sys.exit("PyTorch finds no GPU: request one, or load a PyTorch for this machine")
    rows = shapes.read(asked.shapes) if asked.shapes else shapes.usual()
    measured = list(run(rows, Timer(device, asked.warm_up, asked.repeats), device))
    if not measured:
        sys.exit("no kernel could be measured")
    # The clock under work is read after the last kernel, before the device idles.
    clock = sensors(device).get("clocks.sm")
    lines = head(device) + (["# clock: " + clock] if clock else [])
    with open(asked.out, "w", newline="") if asked.out else sys.stdout as stream_:
        stream_.write("\n".join(lines) + "\n")
        table = csv.DictWriter(stream_, shapes.COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(measured)


if __name__ == "__main__":
    main()
