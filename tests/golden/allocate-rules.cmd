# One project under the rules of five sites: what passes, what is refused.
$CLUSTERSIM --quiet allocate scenarios/projects/one-year-under-five-rules.yaml --width 160
