# What check --help says.
$CLUSTERSIM check --help
