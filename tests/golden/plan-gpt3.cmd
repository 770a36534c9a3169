# The quickest plans on two counts of GPUs; the quiet flag leaves out how long the search took.
$CLUSTERSIM --quiet plan gpt3-175b --system leonardo --gpus 512,1024 --top 5
