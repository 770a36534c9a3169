# A script whose partition has lower limits, while another one admits it.
$CLUSTERSIM advise tests/fixtures/advise/bad/over-limit.sbatch --system lumi --sbatch '-t 1:00:00'
