# Beside the simulation, the range that trees learned from the past, and which of both to trust.
$CLUSTERSIM -q import queue tests/conformance/snapshots/W05-4000.tar.gz -o $SCRATCH/now > /dev/null && $CLUSTERSIM forecast $SCRATCH/now --job 162 --samples 10 --by now+10minutes --no-alternatives --history tests/data/waits/history.txt.gz
