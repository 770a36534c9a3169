# %% answer
nodes = 8   # 359 GPU-hours; 16 nodes cost 378
price = 23  # 1 / 0.815 - 1
# %% change one thing
changed = study("leonardo-gpt-857m-strong", **{"jobs.train.training.global-batch": 2048}).frame
assert changed.efficiency.iloc[-1] > 0.94
# %% after cell 4
assert weak.efficiency.iloc[-1] > 0.96 and strong.efficiency.iloc[-1] < 0.86
# %% after cell 6
assert share["sum of the gradients"].is_monotonic_increasing
assert parts["sum of the gradients"].iloc[-1] < 1.1 * parts["sum of the gradients"].iloc[2]
# %% after cell 8
assert abs(efficiency(serial_share, 32) - measured[32]) < 0.01
# %% after cell 10
assert abs(last["lumi", "weak"] - 0.97) < 0.02 and abs(last["lumi", "strong"] - 0.83) < 0.025
