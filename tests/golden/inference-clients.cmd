# Clients that wait for their answers, for a document.
$CLUSTERSIM inference llama-70b --system marenostrum5 --gpus 4 --concurrency 1,50,300 --precision fp8 --max-batch 128 --format markdown
