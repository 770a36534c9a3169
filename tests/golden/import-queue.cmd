# What import queue says of the archive of a site without accounting.
$CLUSTERSIM import queue tests/conformance/snapshots/W06-8000.tar.gz -o $SCRATCH/now
