# %% answer
minutes = 4  # sqrt(2 x 10.8 s x 3,375 s) = 270 s
# %% change one thing
changed = campaign(["2 min", "16 min"], asynchronous=True)
assert (changed.checkpoint_block_s < 2).all() and abs(changed.goodput[0] - changed.goodput[1]) < 0.015
# %% after cell 6
assert (runs.goodput - goodput(runs.checkpoint_interval_s)).abs().max() < 0.03
assert runs.checkpoint_interval_s[runs.goodput.idxmax()] == 960 and 900 < young < 1000
assert min(goodput(young / 2), goodput(2 * young)) > goodput(young) - 0.01
assert all(0.015 < goodput(young) - goodput(young * factor) < 0.03 for factor in (0.25, 4))
# %% after cell 8
assert (growth["time between failures, h"] * growth.GPUs).round(3).nunique() == 1
assert growth.goodput.is_monotonic_decreasing
