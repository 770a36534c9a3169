# What plan --help says.
$CLUSTERSIM plan --help
