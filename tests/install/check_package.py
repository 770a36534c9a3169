# SPDX-License-Identifier: Apache-2.0
"""Builds the Debian package, installs it in a bare Debian, uses it, removes it, and looks for what stays behind.

usage: check_package.py CPACK BUILD_FOLDER

The Debian is of the release of this machine, for which the package is built. debootstrap makes it from the mirror of this
machine, which needs root. Without it or a mirror the test is skipped (77).
"""
import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def say(*words):
    print(*words, flush=True)


def run(*words, **more):
    return subprocess.run(words, **{"check": True, "text": True, **more})


def release():
    """The release of this machine; None if it is no Debian."""
    system = platform.freedesktop_os_release()
    return system.get("VERSION_CODENAME") if system["ID"] == "debian" else None


def mirror():
    """The archive that apt of this machine uses for its release; it has the others, too."""
    if not shutil.which("apt-get"):
        return None
    told = run("apt-get", "indextargets", "--format", "$(SUITE) $(CODENAME) $(COMPONENT) $(REPO_URI)", stdout=subprocess.PIPE).stdout
    for line in told.splitlines():
        words = line.split()
        if len(words) == 4 and release() in words[:2] and words[2] == "main":
            return words[3]
    return None


def package(cpack, build, folder):
    run(cpack, "--config", os.path.join(build, "CPackConfig.cmake"), "-B", folder, stdout=subprocess.DEVNULL)
    (deb,) = glob.glob(os.path.join(folder, "*.deb"))
    return deb


def files(root):
    """All paths of the system but those that apt and dpkg keep for themselves."""
    found = set()
    for folder, below, names in os.walk(root):
        inside = os.path.relpath(folder, root)
        if inside in ("proc", "sys", "dev", "tmp", "var/cache", "var/log", "var/lib/apt", "var/lib/dpkg"):
            below.clear()
            continue
        found.update(os.path.join(inside, name) for name in below + names)
    return found


# In a mount namespace of its own, so that nothing stays mounted.
ENTER = """set -e
root=$1
shift
for folder in proc sys dev; do mount --rbind /$folder "$root/$folder"; done
exec chroot "$root" "$@"
"""


class Chroot:
    """A bare Debian; apt has the settings of this machine, so that it reaches the same mirror."""

    def __init__(self, root, archive, made_of):
        self.root = root
        if not os.path.exists(root):
            run("debootstrap", "--variant=minbase", made_of, root, archive, stdout=subprocess.DEVNULL)
        shutil.copytree("/etc/apt/apt.conf.d", os.path.join(root, "etc/apt/apt.conf.d"), dirs_exist_ok=True)

    def __call__(self, *words, **more):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        environment |= {key: value for key, value in os.environ.items() if key.endswith("_proxy")}
        return run("unshare", "--mount", "sh", "-c", ENTER, "sh", self.root, *words, env=environment, **more)


def check(debian, deb):
    shutil.copy(deb, os.path.join(debian.root, "tmp"))
    inside = "/tmp/" + os.path.basename(deb)
    debian("apt-get", "-q", "update", stdout=subprocess.DEVNULL)
    # What the package needs comes first, so that only its own files are counted.
    needs = run("dpkg-deb", "-f", deb, "Depends", stdout=subprocess.PIPE).stdout
    names = [re.split(r"[ (|]", one.strip())[0] for one in needs.split(",")]
    debian("apt-get", "-q", "install", "-y", "--no-install-recommends", *names, stdout=subprocess.DEVNULL)
    before = files(debian.root)
    debian("apt-get", "-q", "install", "-y", "--no-install-recommends", inside, stdout=subprocess.DEVNULL)
    installed = files(debian.root) - before
    say(f"{os.path.basename(deb)}: {os.path.getsize(deb) / 1e6:.1f} MB, {len(installed)} files and folders, needs {len(names)} packages")
    scenario = "/usr/share/clustersim/scenarios/first-steps/quickstart.yaml"
    answer = debian("clustersim", "run", scenario, "--no-results", stdout=subprocess.PIPE).stdout
    say(answer)
    wrong = [] if "Karolina" in answer and "GPU-h" in answer else ["the quickstart has no answer"]
    if {"usr/share/doc/clustersim/copyright", "usr/share/doc/clustersim/changelog.gz"} - installed:
        wrong.append("copyright or changelog is missing")
    debian("apt-get", "-q", "purge", "-y", "clustersim", stdout=subprocess.DEVNULL)
    left = sorted(files(debian.root) - before)
    if left:
        wrong.append("left behind: " + ", ".join(left[:10]))
    return wrong


def main():
    cpack, build = sys.argv[1:]
    archive = mirror()
    if os.geteuid() != 0 or not shutil.which("debootstrap") or archive is None:
        say("needs root, debootstrap and a Debian mirror")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        deb = package(cpack, build, folder)
        try:
            debian = Chroot(os.path.join(folder, "debian"), archive, release())
        except subprocess.CalledProcessError as error:
            say("no Debian could be made:", error)
            sys.exit(SKIPPED)
        wrong = check(debian, deb)
    sys.exit("; ".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
