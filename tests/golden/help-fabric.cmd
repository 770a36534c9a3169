# What fabric show --help says.
$CLUSTERSIM fabric show --help
