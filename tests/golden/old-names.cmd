# Every command of the last release names the new one.
for old in "calibrate collectives a.csv" "calibrate application gpt-857m a.csv" "calibrate accelerator a.csv" calibrate "fit a.swf" "report r" "export r --to swf" collect "import queue a.tar.gz" metrics "man run" "help calibrate"; do $CLUSTERSIM $old; done
