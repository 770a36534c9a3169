# What serve --help says.
$CLUSTERSIM serve --help
