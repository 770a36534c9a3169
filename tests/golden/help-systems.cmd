# What systems --help says.
$CLUSTERSIM systems --help
