# What validate --help says of waits.
$CLUSTERSIM validate waits --help
