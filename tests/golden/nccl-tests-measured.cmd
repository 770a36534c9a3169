# A predicted table beside the measured one.
$CLUSTERSIM nccl-tests --system marenostrum5 --nodes 2 -b 8 -e 8M -f 2 --measured workloads/measurements/collectives/nccl_allreduce_mn5_2x4_h100.csv
