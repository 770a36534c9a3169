# %% answer
crossover_mib = 128  # both.index[both.ring < both.tree].min() / MIB
busbw_gbps = 43.8    # 2 x 63/64 x 1.0737 GB / 48.3 ms
# %% change one thing
changed = pd.DataFrame({algorithm: times(algorithm, 128) for algorithm in ("ring", "tree")})
assert changed.index[changed.ring < changed.tree].min() > both.index[both.ring < both.tree].min()
