# What fit links --help says.
$CLUSTERSIM fit links --help
