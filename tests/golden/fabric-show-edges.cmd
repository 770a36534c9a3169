# A user's own fabric.
"$CLUSTERSIM" fabric show --edges "tests/golden/input/ring.csv" --routing ecmp
