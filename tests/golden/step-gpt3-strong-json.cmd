# The same batch on more and more nodes of MareNostrum 5, for programs.
$CLUSTERSIM step gpt3-175b --system marenostrum5 --nodes 32,64 --scaling strong --format json
