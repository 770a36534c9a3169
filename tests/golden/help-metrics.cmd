# What metrics --help says.
$CLUSTERSIM metrics --help
