# A fit as a fragment for a file of systems/links.
$CLUSTERSIM fit links workloads/measurements/collectives/nccl_allreduce_mn5_2x4_h100.csv --like h100-pairs --nodes 2 --format yaml
