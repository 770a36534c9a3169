# What sacct --help says.
$CLUSTERSIM sacct --help
