# Everything that is wrong with a plan, with what would be legal.
$CLUSTERSIM step gpt3-175b --system leonardo --nodes 64 --plan tp=5,pp=7,cp=1,dp=2,acc=3,vp=5
