# Several machines for one job, as a table for a paper.
$CLUSTERSIM -q compare scenarios/first-steps/one-job.yaml --systems leonardo,lumi,marenostrum5 --format markdown
