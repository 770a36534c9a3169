# What diff --help says.
$CLUSTERSIM diff --help
