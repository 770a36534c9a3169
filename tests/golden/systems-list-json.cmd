"$CLUSTERSIM" systems list --format json
