# An access mode that the machine does not offer: the nearest name, and those that it has.
$CLUSTERSIM --quiet allocate scenarios/projects/one-year-under-five-rules.yaml --set systems=[lumi] --mode developmnet
