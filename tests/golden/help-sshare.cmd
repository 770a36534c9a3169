# What sshare --help says.
$CLUSTERSIM sshare --help
