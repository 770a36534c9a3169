# The page of a message.
$CLUSTERSIM explain CS0106
