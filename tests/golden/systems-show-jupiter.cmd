# Every number with its confidence and source.
"$CLUSTERSIM" systems show jupiter
