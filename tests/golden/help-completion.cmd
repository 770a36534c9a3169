$CLUSTERSIM completion --help
