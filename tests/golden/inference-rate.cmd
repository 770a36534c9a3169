# Requests at random times: latencies, throughput and load by rate; the last rate is not sustained.
$CLUSTERSIM inference llama-70b --system marenostrum5 --gpus 4 --rate 1,5,10,20 --precision fp8
