# What sdiag --help says.
$CLUSTERSIM sdiag --help
