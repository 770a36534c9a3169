# What show --help says.
$CLUSTERSIM show --help
