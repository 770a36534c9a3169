# Options of requests that come and go, without them.
$CLUSTERSIM inference llama-7b --system karolina --max-batch 64 --seed 3
