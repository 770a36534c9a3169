$CLUSTERSIM help --help
