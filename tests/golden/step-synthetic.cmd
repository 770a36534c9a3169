# Nothing is loaded.
$CLUSTERSIM step resnet50 --system leonardo --nodes 1 --data synthetic --format csv
