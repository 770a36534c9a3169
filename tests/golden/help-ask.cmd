# What ask --help says.
$CLUSTERSIM ask --help
