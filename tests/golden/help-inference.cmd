# What inference --help says.
$CLUSTERSIM inference --help
