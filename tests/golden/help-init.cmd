$CLUSTERSIM init --help
