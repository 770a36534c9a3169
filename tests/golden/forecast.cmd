# When a job of a real queue starts: the snapshot is taken from a slurmctld 22.05.
$CLUSTERSIM forecast tests/conformance/snapshots/W05-4000.tar.gz --job 160 --samples 20 --by now+10minutes
