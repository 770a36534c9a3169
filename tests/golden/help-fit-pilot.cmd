# What fit pilot --help says.
$CLUSTERSIM fit pilot --help
