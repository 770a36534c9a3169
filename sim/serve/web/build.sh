#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the page of `clustersim serve` into one file: sim/serve/web/build.sh [--static] [FILE]. It needs esbuild 0.17.0
# (Debian 12) and the packages of both folders: (cd sim/report/web && npm ci); (cd sim/serve/web && npm ci).
# Without FILE it renews the checked-in page. With --static the page asks a worker in the browser instead of a server.
set -eu
cd "$(dirname -- "$0")"
edition=serve
if [ "${1:-}" = --static ]; then
  edition=static
  shift
fi
out=${1:-page.html}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
esbuild src/main.js --bundle --minify --format=iife --loader:.yaml=text --target=es2020 --charset=utf8 --legal-comments=none --log-level=warning --outfile="$scratch/page.js"
esbuild src/style.css --bundle --minify --charset=utf8 --log-level=warning --outfile="$scratch/page.css"
sed "s|/\*edition\*/|$edition|" src/page.html >"$scratch/page.html"
python3 ../../report/web/fill.py "$scratch/page.html" "$scratch/page.css" "$scratch/page.js" >"$scratch/built.html"
cp "$scratch/built.html" "$out"
