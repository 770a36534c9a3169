# A RAM disk that is too small for the set.
$CLUSTERSIM step resnet50 --system leonardo --nodes 1 --data ram
