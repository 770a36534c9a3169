# A project over more months than the access mode grants: what lasts as long.
$CLUSTERSIM --quiet allocate scenarios/projects/danish-share-of-lumi.yaml --mode ai-for-science --set months=12
