# A sweep of one key of a plan over given widths.
$CLUSTERSIM step llama-7b --system leonardo --nodes 4 --plan pp=1,zero=3,recompute=full --sweep tp=1,2,4 --format csv
