# What forecast --help says.
$CLUSTERSIM forecast --help
