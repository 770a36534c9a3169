# What advise --help says.
$CLUSTERSIM advise --help
