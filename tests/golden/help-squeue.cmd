# What squeue --help says.
$CLUSTERSIM squeue --help
