# A collective that there is not is answered by the nearest.
$CLUSTERSIM nccl-tests --system leonardo --nodes 2 --collective all_reduces
