# Everything that is wrong with an edge list, each at its place.
"$CLUSTERSIM" fabric show --edges "tests/golden/input/bad-ring.csv"
