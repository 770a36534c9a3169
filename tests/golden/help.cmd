# The first screen.
$CLUSTERSIM --help
