# What sinfo --help says.
$CLUSTERSIM sinfo --help
