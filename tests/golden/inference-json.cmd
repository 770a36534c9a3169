# The same for programs, with replicas.
$CLUSTERSIM inference llama-7b --system karolina --gpus 4 --tensor 2 --batch 32 --prompt 512 --output 128 --format json
