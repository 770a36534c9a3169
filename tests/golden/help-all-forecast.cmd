# What forecast --help-all says.
$CLUSTERSIM forecast --help-all
