# For a paper.
$CLUSTERSIM inference llama-7b --system karolina --rate 1,3 --prompt 500 --output 100 --format latex
