# An access mode that the machine does not offer, nor as long: the nearest name and what would work.
$CLUSTERSIM --quiet allocate scenarios/projects/one-year-under-five-rules.yaml --set systems=[lumi] --mode developmnet --set months=60
