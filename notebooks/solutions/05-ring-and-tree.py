# %% answer
crossover_mib = 128  # both.index[both.ring < both.tree].min() / MIB
busbw_gbps = 43.8    # 2 x 63/64 x 1.0737 GB / 48.3 ms
# %% change one thing
changed = pd.DataFrame({algorithm: times(algorithm, 128) for algorithm in ("ring", "tree")})
assert changed.index[changed.ring < changed.tree].min() > both.index[both.ring < both.tree].min()
# %% after cell 4
assert (table.busbw_gbps / table.algbw_gbps - 2 * 7 / 8).abs().max() < 1e-9
# %% after cell 6
assert len(error) == len(measured)
# %% after cell 10
assert (both.tree < both.ring).iloc[0] and (both.ring < both.tree).iloc[-1]
assert small.ring[128] / small.ring[2] > 50 and small.tree[128] / small.tree[2] < 4
