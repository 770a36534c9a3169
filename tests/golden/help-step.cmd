# What step --help says.
$CLUSTERSIM step --help
