# The same for programs, with replicas, prompts of their own and spread lengths.
$CLUSTERSIM inference llama-7b --system karolina --gpus 4 --tensor 2 --rate 2,100 --prompt 512 --output 128 --prefill first --spread 0.5 --seed 7 --format json
