#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the static edition, the page with its engine as plain files: sim/serve/wasm/build.sh [SITE [FOLDER]]
#   SITE    where the files go (default: site)
#   FOLDER  where sources, headers and machine code are kept for the next time (default: build/wasm)
#
# It needs Debian 12's emscripten, cmake, ninja-build, python3, and the headers that bootstrap.sh installs. What Debian has
# only as machine code, it gets with apt-get as packages of source code, unpacks into FOLDER, and compiles there; nothing is
# installed.
set -eu

say() { printf 'wasm: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../../.." && pwd)
site=${1:-$root/site}
folder=${2:-$root/build/wasm}
most_bytes=10000000 # of the site, compressed

command -v apt-get >/dev/null || fail "this is not a Debian system"
missing=
for need in emcc:emscripten cmake:cmake ninja:ninja-build python3:python3; do
    command -v "${need%%:*}" >/dev/null || missing="$missing ${need#*:}"
done
for need in boost/version.hpp:libboost-graph-dev eigen3/Eigen/Dense:libeigen3-dev CLI/CLI.hpp:libcli11-dev \
    nlohmann/json.hpp:nlohmann-json3-dev tl/expected.hpp:libexpected-dev fmt/format.h:libfmt-dev \
    yaml-cpp/yaml.h:libyaml-cpp-dev nettle/sha2.h:nettle-dev; do
    [ -e "/usr/include/${need%%:*}" ] || missing="$missing ${need#*:}"
done
[ -z "$missing" ] || fail "as root: apt-get update && apt-get install --no-install-recommends$missing"

mkdir -p "$folder" "$site"
folder=$(CDPATH='' cd -- "$folder" && pwd)
site=$(CDPATH='' cd -- "$site" && pwd)

# The archives of this system, with their source packages, in lists of this folder's own.
apt() {
    command=$1
    shift
    (cd "$folder/packages" &&
        "$command" -qq -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt/cache" \
            -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=- \
            -o APT::Sandbox::User= "$@")
}

fetch() {
    mkdir -p "$folder/packages" "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    for kind in deb deb-src; do
        apt-get indextargets --format "$kind [signed-by=$keys] \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
            'Created-By: Packages' 'Origin: Debian' | sort -u
    done >"$folder/apt/sources.list"
    [ -s "$folder/apt/sources.list" ] || fail "apt-get knows no archive of Debian: as root, apt-get update"
    say "getting the lists of packages"
    apt apt-get update
    say "getting 25 MB of packages"
    apt apt-get download libc++-16-dev libfast-float-dev
    apt apt-get source --download-only fmtlib glibc nettle yaml-cpp
}

# The first file of that name.
package() { find "$folder/packages" -name "$1" | sort | head -n 1; }

unpack() {
    say "unpacking"
    rm -rf "$folder/source" "$folder/headers" "$folder/unpacked"
    mkdir -p "$folder/source" "$folder/headers" "$folder/unpacked"
    for source in fmtlib nettle yaml-cpp; do
        mkdir "$folder/source/$source"
        tar -x -f "$(package "${source}_*.orig.tar.*z")" -C "$folder/source/$source" --strip-components=1
    done
    mkdir "$folder/source/glibc"
    tar -x -f "$(package 'glibc_*.orig.tar.*z')" -C "$folder/source/glibc" --strip-components=1 \
        --wildcards '*/sysdeps/ieee754/dbl-64/*'
    for binary in libc++-16-dev libfast-float-dev; do
        dpkg-deb -x "$(package "${binary}_*.deb")" "$folder/unpacked"
    done
    # Headers without code of their own, apart from those of glibc beside them.
    for name in boost CLI fmt nettle nlohmann tl yaml-cpp; do ln -s "/usr/include/$name" "$folder/headers/$name"; done
    for name in Eigen unsupported; do ln -s "/usr/include/eigen3/$name" "$folder/headers/$name"; done
    ln -s "$folder/unpacked/usr/include/fast_float" "$folder/headers/fast_float"
    # Emscripten's clang 14 compiles libc++ 16, and the machine code of emscripten's libc++ 13 links with it: names and
    # layouts are those of version 2 of its interface.
    cp -r "$folder/unpacked/usr/lib/llvm-16/include/c++/v1" "$folder/libc++"
    cat >"$folder/libc++/__config_site" <<'END'
#ifndef _LIBCPP___CONFIG_SITE
#define _LIBCPP___CONFIG_SITE
#define _LIBCPP_ABI_VERSION 2
#define _LIBCPP_ABI_NAMESPACE __2
#define _LIBCPP_HAS_THREAD_API_PTHREAD
#define _LIBCPP_HAS_MUSL_LIBC
#define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS
#define _LIBCPP_ENABLE_ASSERTIONS_DEFAULT 0
#endif
END
    touch "$folder/unpacked/complete"
}

# The sources of mathematical functions, with the marks of math/rounded.sed.
mark_math() {
    musl=$(em-config EMSCRIPTEN_ROOT)/system/lib/libc/musl/src/math
    glibc=$folder/source/glibc/sysdeps/ieee754/dbl-64
    mkdir -p "$folder/math"
    for name in branred.c branred.h dla.h e_hypot.c e_log10.c math_config.h mydefs.h s_cbrt.c s_erf.c s_expm1.c s_log1p.c \
        s_tan.c utan.h utan.tbl; do
        mark "$glibc/$name"
    done
    for name in exp.c exp_data.h log.c log_data.h log2.c log2_data.h pow.c pow_data.h; do mark "$musl/$name"; done
}

mark() {
    marked=$folder/math/$(basename -- "$1")
    sed -f "$here/math/rounded.sed" "$1" >"$marked.new"
    if cmp -s "$marked.new" "$marked"; then rm "$marked.new"; else mv "$marked.new" "$marked"; fi
}

# The licences of what is compiled into the engine and the page. That of Boost asks nothing of machine code.
licences() {
    with_title clustersim <"$root/LICENSE"
    for text in "$root"/sim/*/web/licenses/*; do with_title "$(basename -- "$text")" <"$text"; done
    for source in fmtlib glibc nettle yaml-cpp; do
        tar -x -O -f "$(package "${source}_*.debian.tar.*z")" debian/copyright | with_title "$source"
    done
    for binary in libc++-16-dev libfast-float-dev; do
        with_title "$binary" <"$folder/unpacked/usr/share/doc/$binary/copyright"
    done
    for binary in emscripten libcli11-dev libeigen3-dev libexpected-dev nlohmann-json3-dev; do
        with_title "$binary" <"/usr/share/doc/$binary/copyright"
    done
}

with_title() { printf '\n======== %s ========\n\n%s\n' "$1" "$(cat)"; }

[ -n "$(package 'yaml-cpp_*.orig.tar.*z')" ] || fetch
[ -e "$folder/unpacked/complete" ] || {
    rm -rf "$folder/libc++"
    unpack
}
mark_math

# Emscripten's tools in JavaScript use packages of Debian, which a node from elsewhere does not look for.
NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
export NODE_PATH
say "compiling"
emcmake cmake -S "$here" -B "$folder/out" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCLUSTERSIM_HEADERS="$folder/headers" -DCLUSTERSIM_CXX_HEADERS="$folder/libc++" \
    -DCLUSTERSIM_YAML_CPP_SOURCE="$folder/source/yaml-cpp" -DCLUSTERSIM_FMT_SOURCE="$folder/source/fmtlib" \
    -DCLUSTERSIM_NETTLE_SOURCE="$folder/source/nettle" -DCLUSTERSIM_MATH_SOURCE="$folder/math" >"$folder/cmake.log" 2>&1 ||
    fail "cmake failed: $folder/cmake.log"
cmake --build "$folder/out" --target clustersim_static >&2

cp "$folder/out/clustersim.js" "$folder/out/clustersim.wasm" "$here/worker.js" "$site/"
python3 "$here/pack_data.py" "$root" >"$site/clustersim-data.json"
licences >"$site/licenses.txt"
sed 's/{"edition": "serve"}/{"edition": "static"}/' "$root/sim/serve/web/page.html" >"$site/index.html"

bytes=$(cd "$site" && cat ./* | gzip -9 | wc -c)
say "$site: $bytes bytes, compressed"
[ "$bytes" -le "$most_bytes" ] || fail "that is more than $most_bytes bytes"
