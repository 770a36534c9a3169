# %% answer
smallest_n = 704  # 3 x 218 = 655, and the next multiple of 64
mfu = 0.26        # 6 x 6.74e9 x 20,000 / (16 x 191.5e12)
# %% change one thing
peak, bandwidth = device("leonardo", "fp64.matrix")
assert 13 < peak / bandwidth < 14.5 and 217 < roofs.ridge["leonardo"] < 219
