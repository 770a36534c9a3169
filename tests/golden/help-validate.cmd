# What validate --help says.
$CLUSTERSIM validate --help
