# %% answer
accumulation = 8  # 1 + 0.041 / (0.112 + 8 x 0.145) = 1.03; with 4 it is 1.06
# %% change one thing
assert batches("leonardo", {"network": "flow"}).max() < 1.001
# %% after cell 4
assert 0.04 < cables.iloc[0, 5] / cables.iloc[0, 3] < 0.06
# %% after cell 6
assert bars.leonardo["adaptive"] > 10 * bars.leonardo["minimal"]
# %% after cell 8
assert quantiles.leonardo[95] > 1.1 and quantiles.marenostrum5[75] < 1.01
