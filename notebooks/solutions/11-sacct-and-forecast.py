# %% answer
typical_share = jobs.groupby(["User", "NNodes", "TimelimitRaw", "Submit"]).share.mean().median()  # 0.23
nodes = 4
# %% change one thing
changed, with_accounting = forecast(history=None, job=388), forecast(job=388)
assert changed.high - changed.low > with_accounting.high - with_accounting.low
# %% after cell 3
assert (jobs.share < 0.4).mean() > 0.9
# %% after cell 5
assert (jobs.wait_s > 86400).sum() == 2
assert share_of.node_hours.max() > 55 and share_of.jobs[share_of.node_hours.idxmax()] < 10
# %% after cell 7
assert jobs.share.where(jobs.TimelimitRaw.eq(700)).between(0.3, 0.4).sum() >= 0.95 * array
assert array == 452 and 15.5 < jobs.wait_s.mean() / rest_s < 16.5
