# A trace under EASY: the table.
$CLUSTERSIM replay tests/golden/input/small.swf --procs 4 --policy easy
