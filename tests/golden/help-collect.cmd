# What collect --help says.
$CLUSTERSIM collect --help
