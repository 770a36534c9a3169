#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_all.sh [W02 W05 ...]: plays the workloads (default: all) and records the results.
# out.csv is the reference; out.p1.csv comes from daemons at another phase relative to the workload
# and shows how much real Slurm differs from itself.  PHASES="0" records only the reference.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cd "$here/../slurm" || exit 1
[ $# -gt 0 ] || set -- W*
for w in "$@"; do
	for d in "$w"*/; do
		for phase in ${PHASES:-0 7.3}; do
			out=$d/out.csv
			[ "$phase" = 0 ] || out=$d/out.p1.csv
			for attempt in 1 2 3; do
				"$here/run_oracle.py" -q --cluster "$d/cluster.json" --jobs "$d/jobs.csv" \
					--out "$out.new" --phase "$phase" --sdiag "$d/sdiag.txt" &&
					mv "$out.new" "$out" && echo "$(date +%T) $out" && break
				echo "$(date +%T) $out failed, attempt $attempt"
			done
		done
	done
done
