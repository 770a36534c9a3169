# What sweep --help-all says.
$CLUSTERSIM sweep --help-all
