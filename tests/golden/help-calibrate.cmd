# What calibrate --help says of collectives.
$CLUSTERSIM calibrate collectives --help
