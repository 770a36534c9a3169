# A whole network with the numbers it was built from.
"$CLUSTERSIM" fabric show leonardo
