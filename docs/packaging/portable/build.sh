#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the archive for any Linux, clustersim-VERSION-linux-ARCH.tar.xz, and the wheel for Python, which holds the same tree.
#
#   docs/packaging/portable/build.sh [--arch x86_64|aarch64] [--build FOLDER] [--out FOLDER]
#
# --arch    the processor: by default that of this machine. For another one, the cross compiler, Debian's libraries of that
#           architecture, and qemu-user-static are needed.
# --build   a finished build; by default build/portable-ARCH is configured and built
# --out     where the archive and the wheel are written; by default build/portable
set -eu

say() { printf 'build.sh: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../../.." && pwd)
machine=$(uname -m)
arch=$machine
build=
out=$root/build/portable
while [ $# -gt 0 ]; do
    case $1 in
    --arch | --build | --out) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    *) fail "unknown option $1; expected --arch, --build or --out" ;;
    esac
    case $1 in
    --arch) arch=$2 ;;
    --build) build=$2 ;;
    --out) out=$2 ;;
    esac
    shift 2
done
case $arch in
x86_64) debian=amd64 ;;
aarch64) debian=arm64 ;;
*) fail "no archive is made for \"$arch\"; expected x86_64 or aarch64" ;;
esac

missing=
need() { command -v "$1" >/dev/null || missing="$missing $2"; }
need patchelf patchelf
need xz xz-utils
need cmake cmake
if [ "$arch" = "$machine" ]; then
    tools=
    cross=
    need g++ g++
    need readelf binutils
else
    tools=$arch-linux-gnu-
    cross="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$arch -DCMAKE_CXX_COMPILER=${tools}g++
        -DCMAKE_CROSSCOMPILING_EMULATOR=$(command -v "qemu-$arch-static" || true)"
    need "${tools}g++" "crossbuild-essential-$debian"
    need "qemu-$arch-static" qemu-user-static
    [ "$(dpkg-query -W -f='${db:Status-Status}' "libsimgrid-dev:$debian" 2>/dev/null)" = installed ] ||
        missing="$missing and the libraries of bootstrap.sh as NAME:$debian (after dpkg --add-architecture $debian)"
fi
[ -z "$missing" ] || fail "install Debian's$missing"

version=$(sed -n 's/^project(clustersim VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
if [ -z "$build" ]; then
    build=$root/build/portable-$arch
    # shellcheck disable=SC2086 # the options are meant to be split
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCLUSTERSIM_UNITY=ON -DCLUSTERSIM_BUILD_TESTS=OFF $cross >&2
    cmake --build "$build" >&2
fi

mkdir -p "$out"
work=$(mktemp -d "$out/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
name=clustersim-$version-linux-$arch
"${tools}gcc" -static -Os -o "$work/launcher" "$here/launcher.c"
"${tools}strip" "$work/launcher"
/usr/bin/python3 -B "$here/bundle.py" "$build" "$work/$name" "$work/launcher" "$tools"
/usr/bin/python3 -B "$here/wheel.py" "$work/$name" "$out" "manylinux_2_17_$arch.manylinux2014_$arch"
# The same build gives the same bytes: sorted, of no user, with the time of the last commit.
time=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")}
LC_ALL=C tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cf "$work/tar" "$name"
xz -T0 "$work/tar"
mv "$work/tar.xz" "$out/$name.tar.xz"
size=$(($(stat -c %s "$out/$name.tar.xz") / 1000000))
say "$out/$name.tar.xz: $size MB, unpacked $(du -s --block-size=MB "$work/$name" | cut -f1)"
[ "$size" -le 40 ] || fail "the archive is larger than 40 MB"
