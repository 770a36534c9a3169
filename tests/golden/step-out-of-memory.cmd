# One GPU for 175 billion parameters: what it needs and what would make it fit.
$CLUSTERSIM step gpt3-175b --system leonardo --nodes 32 --plan tp=4,pp=4
