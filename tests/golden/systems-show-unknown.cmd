"$CLUSTERSIM" systems show leonado
