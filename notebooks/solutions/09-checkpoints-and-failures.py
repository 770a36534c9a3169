# %% answer
minutes = 4  # sqrt(2 x 10.8 s x 3,375 s) = 270 s
# %% change one thing
changed = campaign(["2 min", "16 min"], asynchronous=True)
assert (changed.checkpoint_block_s < 2).all() and abs(changed.goodput[0] - changed.goodput[1]) < 0.015
