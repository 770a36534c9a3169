# What explain --help says.
$CLUSTERSIM explain --help
