# What replay --help-all says.
$CLUSTERSIM replay --help-all
