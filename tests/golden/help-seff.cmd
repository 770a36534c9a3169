# What seff --help says.
$CLUSTERSIM seff --help
