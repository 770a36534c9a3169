# SPDX-License-Identifier: Apache-2.0
"""The kernels to measure: the usual ones, or those of a table that `clustersim step --kernels` printed."""
import csv
import sys

COLUMNS = ["kernel", "precision", "m", "n", "k", "copies", "bytes", "seconds", "repeats", "spread"]
EXTENTS = ["m", "n", "k", "copies"]
SHAPED = {"matmul", "attention", "attention_tuned"}


def shaped(kernel, precision, m, n, k, copies=1):
    return {"kernel": kernel, "precision": precision, "m": m, "n": n, "k": k, "copies": copies, "bytes": ""}


def sized(kernel, precision, size):
    return dict(shaped(kernel, precision, "", "", "", ""), bytes=size)


def usual():
    """Products from those that only a launch limits to the largest, maps of layers of width 4,096 and 8,192 with their gradients,
    attention of one micro-batch, element-wise kernels in and beyond the caches, copies."""
    rows = [shaped("matmul", precision, size, size, size)
            for precision in ("bf16", "fp16", "fp8", "tf32", "fp32")
            for size in (256, 512, 1024, 2048, 4096, 8192, 16384)]
    for width in (4096, 8192):
        for out in (width, 3 * width, 4 * width):
            for m, n, k in ((4096, out, width), (4096, width, out), (out, width, 4096)):
                rows += [shaped("matmul", precision, m, n, k) for precision in ("bf16", "fp8")]
    rows += [shaped("matmul", "bf16", length, length, 128, 32) for length in (1024, 2048, 4096)]
    rows += [shaped(kernel, "bf16", length, length, width, 32)
             for kernel in ("attention", "attention_tuned")
             for width in (64, 128) for length in (1024, 2048, 4096, 8192, 16384)]
    rows += [sized("stream", precision, 3 << power) for precision in ("bf16", "fp32") for power in range(16, 31, 2)]
    rows += [sized(kernel, "fp32", 1 << power) for kernel in ("to_device", "to_host") for power in (20, 24, 28)]
    return rows


def read(path):
    """The kernels of a table; times in it are not read."""
    with open(path, newline="") as stream:
        lines = [line for line in stream if not line.startswith("#")]
    table = csv.DictReader(lines)
    absent = {"kernel", "precision"} - set(table.fieldnames or [])
    if absent:
        sys.exit("%s: no column %s" % (path, ", ".join(sorted(absent))))
    rows = []
    for row in table:
        try:
            if row["kernel"] in SHAPED:
                extents = [int(row[key]) for key in EXTENTS[:3]]
                rows.append(shaped(row["kernel"], row["precision"], *extents, int(row.get("copies") or 1)))
            else:
                rows.append(sized(row["kernel"], row["precision"], int(row["bytes"])))
        except (KeyError, TypeError, ValueError):
            sys.exit("%s: %s needs whole numbers %s" % (
                path, row["kernel"], "m, n, k" if row["kernel"] in SHAPED else "bytes"))
    return rows


def text(row):
    if row["kernel"] not in SHAPED:
        return "%s %s %d bytes" % (row["kernel"], row["precision"], row["bytes"])
    return "%s %s %d of %d x %d x %d" % (
        row["kernel"], row["precision"], row["copies"], row["m"], row["n"], row["k"])
