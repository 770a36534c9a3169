# Counts that no plan can use or whose memory is too small: which would do.
$CLUSTERSIM --quiet plan gpt3-175b --system leonardo --gpus 1001,4
