#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the page of the reports into one file: sim/report/web/build.sh [FILE]. It needs esbuild 0.17.0 (Debian 12) and
# the packages of package.json: (cd sim/report/web && npm ci). Without FILE it renews the checked-in shell.
set -eu
cd "$(dirname -- "$0")"
out=${1:-shell.html}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
esbuild src/main.js --bundle --minify --format=iife --target=es2020 --charset=utf8 --legal-comments=none --log-level=warning --outfile="$scratch/page.js"
esbuild src/style.css --minify --charset=utf8 --log-level=warning --outfile="$scratch/page.css"
python3 fill.py src/page.html "$scratch/page.css" "$scratch/page.js" >"$scratch/shell.html"
cp "$scratch/shell.html" "$out"
