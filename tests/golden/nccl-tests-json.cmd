# One size as JSON: eight groups of two nodes share the ports of LUMI.
$CLUSTERSIM nccl-tests --system lumi --nodes 2 --gpus-per-node 1 --groups 8 --collective all_gather -b 1G -e 1G --format json
