# Images out of the memory of every node, where ResNets read them; devices that differ by one percent.
$CLUSTERSIM step resnet50 --system karolina --nodes 2 --device-spread 0.01 --format json
