# What run --help says.
$CLUSTERSIM run --help
