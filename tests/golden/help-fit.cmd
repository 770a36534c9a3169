# What fit --help says.
$CLUSTERSIM fit --help
