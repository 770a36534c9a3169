# A collective among the bursts of other jobs, flow by flow.
$CLUSTERSIM nccl-tests --system meluxina --nodes 8 --placement random --model flow --background 0.5 --traffic flows -b 256M -e 4G -f 4
