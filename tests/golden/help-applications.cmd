# What applications --help says.
$CLUSTERSIM applications --help
