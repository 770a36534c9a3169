# What sweep --help says.
$CLUSTERSIM sweep --help
