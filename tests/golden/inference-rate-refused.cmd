# A prompt that never fits in the cache.
$CLUSTERSIM inference llama-7b --system karolina --prompt 200000 --rate 1
