#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes build/paper/paper.pdf of paper.md, with Debian's pandoc and weasyprint.
#
#   docs/paper/build.sh [FILE.pdf]
#
# Ends with 77 if a tool is missing. Journals make the PDF with their own tools; this is to read the paper before.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../build/paper/paper.pdf}
for tool in pandoc weasyprint; do
    if ! command -v "$tool" >/dev/null; then
        echo "build.sh: $tool is missing; as root: apt-get install --no-install-recommends pandoc weasyprint fonts-dejavu" >&2
        exit 77
    fi
done
mkdir -p "$(dirname -- "$out")"
# The fences `::: caption` would show in other viewers, so captions are marked here: a paragraph that begins with **Table.
page=$(mktemp)
trap 'rm -f "$page"' EXIT
# JOSS lists authors with their affiliations under a key that pandoc does not know.
authors=$(sed -n '/^authors:/,/^[a-z]/s/^ *- name: *//p' "$here/paper.md" | paste -sd, | sed 's/,/, /g')
# Columns are as wide as their cells only in tables whose source lines are shorter than --columns.
(cd "$here" && pandoc --from markdown --to html5 --standalone --citeproc --columns 400 --css paper.css \
    --metadata lang=en-GB --metadata link-citations=true --metadata "author=$authors" paper.md) | sed 's|<p><strong>Table |<p class="caption"><strong>Table |' >"$page"
weasyprint --quiet --base-url "$here/" "$page" "$out"
echo "$out"
