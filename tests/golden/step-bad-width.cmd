# Heads that do not divide beside a size that does not fit: all at once.
$CLUSTERSIM step gpt3-175b --system leonardo --nodes 64 --plan tp=7,pp=128,precision=fp8
