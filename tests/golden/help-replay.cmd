# What replay --help says.
$CLUSTERSIM replay --help
