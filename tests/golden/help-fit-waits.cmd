# What fit waits --help says.
$CLUSTERSIM fit waits --help
