# What sprio --help says.
$CLUSTERSIM sprio --help
