# %% answer
accumulation = 8  # 1 + 0.041 / (0.112 + 8 x 0.145) = 1.03; with 4 it is 1.06
# %% change one thing
assert batches("leonardo", {"network": "flow"}).max() < 1.001
