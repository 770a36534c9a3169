# %% answer
walltime_h = 2.9  # 2 h x exp(1.645 x 0.2) = 2.78 h
# %% change one thing
changed = ask([24, 12, 6, 4, 3, 1])
assert changed["mean wait"].idxmin() == 1
# %% after cell 5
assert (shown.high < 0).all() and table["mean wait"].is_monotonic_decreasing
# %% after cell 7
assert gain[3.0] > 0.9 * gain[2.2]
# %% after cell 9
assert (everybody["change, min"] + everybody["95 % interval, ±"])[1:].max() < 0
