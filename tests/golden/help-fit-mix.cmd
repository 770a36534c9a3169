# What fit mix --help says.
$CLUSTERSIM fit mix --help
