# When a job of a real queue starts: the snapshot is taken from a slurmctld 22.05.
$CLUSTERSIM -q import queue tests/conformance/snapshots/W05-4000.tar.gz -o $SCRATCH/now > /dev/null && $CLUSTERSIM forecast $SCRATCH/now --job 160 --samples 20 --by now+10minutes
