# A file system that the machine does not have.
$CLUSTERSIM step resnet50 --system leonardo --nodes 1 --data capcity
