# Values of a sweep that cannot be are told with the value before them.
$CLUSTERSIM step gpt3-175b --system leonardo --nodes 64 --sweep tp=3,16 --format csv
