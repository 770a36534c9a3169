# A past that is too short for trees gives bounds with their confidence.
zcat tests/data/waits/history.txt.gz | sed -n '1p;1900,$p' > $SCRATCH/sacct.txt && $CLUSTERSIM forecast tests/conformance/snapshots/W05-4000.tar.gz --nodes 4 --time 60 --user p1 --account phys --samples 5 --by now+10minutes --no-alternatives --history $SCRATCH/sacct.txt
