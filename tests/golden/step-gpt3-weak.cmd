# The 175B model on LUMI, every replica with the same work: times with their parts, memory.
$CLUSTERSIM step gpt3-175b --system lumi --nodes 16,64,256,512 --scaling weak
