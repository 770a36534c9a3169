#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# From a bare Debian 12 or 13 to a running clustersim: installs what is missing, builds, and runs or tests.
#
#   ./bootstrap.sh build            packages, build of the program
#   ./bootstrap.sh run ARGS…        the same, then: clustersim run ARGS…
#   ./bootstrap.sh test             packages for tests too, build with tests, all tests
#   ./bootstrap.sh bench            packages for benchmarks too, build, jobs/s and memory
#
# Everything it says goes to stderr, so that stdout of `run` is the program's alone. Running it again
# does only what is left to do.
set -eu

# The one list of packages: what the program needs, and what tests and benchmarks need beyond.
program_packages="g++ cmake ninja-build libfmt-dev libexpected-dev libyaml-cpp-dev libcli11-dev
nlohmann-json3-dev libboost-graph-dev libeigen3-dev libarchive-dev zlib1g-dev nettle-dev
libsimgrid-dev libsqlite3-dev libxgboost-dev libcpp-httplib-dev"
test_packages="catch2 librapidcheck-dev python3 python3-jsonschema python3-ruamel.yaml python3-nbclient
python3-nbformat python3-ipykernel python3-pandas python3-matplotlib python3-setuptools python3-venv
python3-wheel mkdocs sqlite3 man-db zsh fish chromium esbuild lua5.4 ruby python3-ipywidgets"
bench_packages="libbenchmark-dev python3"
# Other versions of these format and warn differently. Debian 12 alone has them; elsewhere the checks that need
# them are skipped.
style_packages="clang-format-14 clang-tidy-14"

say() { printf 'bootstrap: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

# The packages of the list given that are not installed.
missing_of() {
    for package in "$@"; do
        state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=absent
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

install_packages() {
    command -v dpkg-query >/dev/null ||
        fail "this is not a Debian system; install the packages of this script's list by hand"
    # shellcheck disable=SC2048,SC2086 # the lists are meant to be split
    missing=$(missing_of $*)
    if [ -z "$missing" ]; then
        say "all Debian packages are installed"
        return
    fi
    missing=${missing% }
    by_hand="apt-get update && apt-get install --no-install-recommends $missing"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=sudo
    else
        fail "these packages are missing and may not be installed by you; as root: $by_hand"
    fi
    say "installing: $missing"
    $as_root apt-get -q update >&2 </dev/null || fail "apt-get update failed; as root: $by_hand"
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends $missing >&2 </dev/null ||
        fail "installing failed; as root: $by_hand"
}

# Installs those of the list that apt knows; its lists are up to date after install_packages.
install_known_packages() {
    known=
    unknown=
    # shellcheck disable=SC2048,SC2086
    for package in $(missing_of $*); do
        if apt-cache show "$package" >/dev/null 2>&1; then
            known="$known $package"
        else
            unknown="$unknown $package"
        fi
    done
    [ -z "$unknown" ] || say "not in this Debian, so the checks that need them are skipped:$unknown"
    [ -z "$known" ] || install_packages "$known"
}

# The packages of the reports' page, if npm is there: the test report.shell builds the page from them and is
# skipped without them. They are the same three packages each time, by the lock file.
web_packages() {
    for web in sim/report/web sim/serve/web; do
        if [ -d "$root/$web/node_modules" ] || ! command -v npm >/dev/null; then continue; fi
        say "npm packages of $web"
        (cd "$root/$web" && npm ci --ignore-scripts --no-audit --no-fund) >&2 </dev/null ||
            say "npm failed: the tests report.shell and serve.page_sources are skipped"
    done
}

# build WITH_TESTS: the release build, with or without the tests.
build() {
    say "configuring build/release"
    (cd "$root" && cmake --preset release "-DCLUSTERSIM_BUILD_TESTS=$1") >&2
    say "building (the first time takes minutes)"
    (cd "$root" && cmake --build --preset release) >&2
}

verb=${1:-help}
[ $# -gt 0 ] && shift
case $verb in
build)
    install_packages "$program_packages"
    build OFF
    say "built $root/build/release/clustersim"
    ;;
run)
    install_packages "$program_packages"
    build OFF
    say "running: clustersim run $*"
    exec "$root/build/release/clustersim" run "$@"
    ;;
test)
    install_packages "$program_packages $test_packages"
    install_known_packages "$style_packages"
    web_packages
    build ON
    say "testing"
    cd "$root"
    exec ctest --preset release "$@"
    ;;
bench)
    install_packages "$program_packages $bench_packages"
    say "building build/bench"
    cd "$root"
    cmake --preset bench >&2
    cmake --build --preset bench >&2
    build/bench/tests/bench/fabric_bench
    build/bench/tests/bench/step_time_bench
    build/bench/tests/bench/replay_bench
    exec /usr/bin/python3 tests/bench/run_bench.py --program build/bench/clustersim "$@"
    ;;
*)
    sed -n '3,11s/^# \{0,1\}//p' "$0" >&2
    [ "$verb" = help ] || [ "$verb" = --help ] || [ "$verb" = -h ] || exit 2
    ;;
esac
