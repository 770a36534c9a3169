# More ranks than the machine has is impossible, and all of it is told.
$CLUSTERSIM nccl-tests --system leonardo --nodes 100000 --gpus-per-node 5
