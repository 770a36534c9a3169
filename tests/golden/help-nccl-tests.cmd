# What nccl-tests --help says.
$CLUSTERSIM nccl-tests --help
