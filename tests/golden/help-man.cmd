$CLUSTERSIM man --help
