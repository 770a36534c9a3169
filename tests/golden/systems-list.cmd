# One row a machine, thirteen of them.
"$CLUSTERSIM" systems list
