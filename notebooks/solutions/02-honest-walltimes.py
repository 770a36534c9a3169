# %% answer
walltime_h = 2.9  # 2 h x exp(1.645 x 0.2) = 2.78 h
# %% change one thing
changed = ask([24, 12, 6, 4, 3, 1])
assert changed["mean wait"].idxmin() == 1
