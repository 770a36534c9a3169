# On each machine a partition for production that admits the job; where none does, each one's nearest limit.
$CLUSTERSIM -q compare scenarios/first-steps/one-job.yaml --systems lumi,mahti,deucalion,vega,jupiter --set jobs.solve.nodes=150
