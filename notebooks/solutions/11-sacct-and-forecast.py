# %% answer
typical_share = jobs.groupby(["User", "NNodes", "TimelimitRaw", "Submit"]).share.mean().median()  # 0.23
nodes = 4
# %% change one thing
changed, with_accounting = forecast(history=None, job=388), forecast(job=388)
assert changed.high - changed.low > with_accounting.high - with_accounting.low
