# An access mode that is for others.
$CLUSTERSIM --quiet allocate scenarios/projects/one-year-under-five-rules.yaml --set systems=[lumi] --mode ai-factory-fast-lane --set purpose=production
