# A machine on which the job never starts does not win.
$CLUSTERSIM -q compare tests/golden/input/three-dev-jobs.yaml --systems lumi,leonardo
