# SPDX-License-Identifier: Apache-2.0
"""Requirements on the machine: packages, a private network, short time slices."""
import ctypes
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys

PKGS = ["slurmctld", "slurmd", "slurmdbd", "slurm-client",
        "slurm-wlm-basic-plugins", "slurm-wlm-mysql-plugin",
        "libnss-wrapper", "munge", "mariadb-server-core",
        "mariadb-client-core", "gcc", "libc6-dev"]
PROGS = ["slurmctld", "slurmd", "slurmdbd", "sbatch", "munged", "mariadbd", "gcc"]
NSS = "libnss_wrapper.so"


quiet = False                 # set by --quiet


def log(*a):
    if not quiet:
        print("[oracle]", *a, file=sys.stderr, flush=True)


def slurm_release():
    """(24, 11) of "slurm-wlm 24.11.5"."""
    text = subprocess.run(["slurmctld", "-V"], capture_output=True, text=True, check=True).stdout
    return tuple(int(n) for n in text.split()[1].split(".")[:2])


def sbin_path():
    os.environ["PATH"] = ":".join(
        [os.environ.get("PATH", ""), "/usr/sbin", "/sbin", "/usr/local/sbin"])


def ensure_packages():
    nss = any(os.path.exists(os.path.join(d, NSS)) for d in
              ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
               "/usr/lib", "/usr/lib64"])
    if nss and all(shutil.which(p) for p in PROGS):
        return
    log("installing", " ".join(PKGS))
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive", RUNLEVEL="1")
    cmd = ["apt-get", "install", "-y", "-q", "--no-install-recommends"] + PKGS
    if subprocess.call(cmd, env=env, stdout=sys.stderr):
        subprocess.check_call(["apt-get", "update", "-q"], env=env, stdout=sys.stderr)
        subprocess.check_call(cmd, env=env, stdout=sys.stderr)


def private_network():
    """A network namespace with only a loopback: no outside traffic, no port clashes."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x40000000):                        # CLONE_NEWNET
        log("no private network namespace, using the host's loopback")
        return
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ifr = struct.pack("16sh22x", b"lo", 0x1 | 0x40)     # IFF_UP | IFF_RUNNING
    fcntl.ioctl(s, 0x8914, ifr)                         # SIOCSIFFLAGS
    # getaddrinfo(AI_ADDRCONFIG) wants an address other than 127.0.0.1
    fcntl.ioctl(s, 0x8916, struct.pack("16sHH4s8x", b"lo:1", socket.AF_INET, 0,
                                       socket.inet_aton("127.0.0.2")))
    s.close()


def short_slices():
    """Request short scheduler slices (Linux >= 6.12): many brief wake-ups, little CPU.

    On a busy machine this removes most of the waiting from every clock step without
    taking more than our share of the processor.  Children inherit it.
    """
    attr = struct.pack("=IIQiIQQQ", 48, 0, 0, os.nice(0), 0, 100000, 0, 0)
    ctypes.CDLL(None, use_errno=True).syscall(314, 0, ctypes.c_char_p(attr), 0)
