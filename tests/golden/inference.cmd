# Latency, throughput and memory by batch; one batch does not fit.
$CLUSTERSIM inference llama-70b --system marenostrum5 --gpus 4 --batch 1,16,64,4096 --precision fp8
