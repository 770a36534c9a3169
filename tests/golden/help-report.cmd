# What report --help says.
$CLUSTERSIM report --help
