# Images out of a shared file system: what the cores and the metadata servers leave exposed.
$CLUSTERSIM step resnet50 --system leonardo --nodes 1,64 --plan precision=fp16 --data fast
