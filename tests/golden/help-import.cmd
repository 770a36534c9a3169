# What import --help says.
$CLUSTERSIM import --help
