# What export --help says.
$CLUSTERSIM export --help
