# A sweep without values.
$CLUSTERSIM step gpt3-175b --system leonardo --nodes 64 --sweep tp=
