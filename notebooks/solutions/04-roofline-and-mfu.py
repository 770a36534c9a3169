# %% answer
smallest_n = 704  # 3 x 218 = 655, and the next multiple of 64
mfu = 0.26        # 6 x 6.74e9 x 20,000 / (16 x 191.5e12)
# %% change one thing
peak, bandwidth = device("leonardo", "fp64.matrix")
assert 13 < peak / bandwidth < 14.5 and 217 < roofs.ridge["leonardo"] < 219
# %% after cell 4
for machine in DEVICES:
    values = cs.system(machine).value
    name = f"accelerators.{DEVICES[machine]}."
    assert values[name + "peak.bf16.matrix"].endswith(" TFLOP/s") and values[name + "memory_bandwidth"].endswith(" GB/s")
# %% after cell 8
assert growth < 1.1 and weights_ms < 1e3 * served.decode_products_s[0] < 1.22 * weights_ms
# %% after cell 10
assert (utilisation["MFU by 6N"] < utilisation["MFU, with attention"]).all()
assert (utilisation["MFU, with attention"] / utilisation["MFU by 6N"] < 1.2).all()
