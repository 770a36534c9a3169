# A stored model forecasts without being fitted again.
$CLUSTERSIM -q import queue tests/conformance/snapshots/W05-4000.tar.gz -o $SCRATCH/now > /dev/null && $CLUSTERSIM fit waits tests/data/waits/history.txt.gz -o $SCRATCH/waits.json && $CLUSTERSIM forecast $SCRATCH/now --nodes 4 --time 60 --user p1 --account phys --samples 5 --by now+10minutes --no-alternatives --waits-model $SCRATCH/waits.json
