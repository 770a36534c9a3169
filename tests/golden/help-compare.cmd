# What compare --help says.
$CLUSTERSIM compare --help
