-- SPDX-License-Identifier: Apache-2.0
-- The guard of cli_filter.lua where users cannot avoid it: JobSubmitPlugins=lua. It runs in slurmctld, which holds its locks
-- meanwhile, so it only multiplies numbers and never starts a program.

local most_gpu_hours = 1000
local word = "large"

-- GPUs in a request such as "gres/gpu:a100:4" or "gpu:4"; 0 without any.
local function gpus_in(request)
   local count = 0
   for part in (request or ""):gmatch("[^,]+") do
      part = part:gsub("^gres[:/]", "")
      if part:match("^gpu") then count = count + (tonumber(part:match("[:=](%d+)$")) or 1) end
   end
   return count
end

local function known(number)
   return number ~= nil and number < slurm.NO_VAL and number or nil
end

function slurm_job_submit(job, partitions, user)
   local nodes = known(job.min_nodes) or 1
   local tasks = known(job.num_tasks) or 1
   local gpus = math.max(gpus_in(job.tres_per_job), gpus_in(job.tres_per_node) * nodes, gpus_in(job.tres_per_task) * tasks)
   local minutes = known(job.time_limit)
   if gpus == 0 or minutes == nil then return slurm.SUCCESS end
   local gpu_hours = gpus * minutes / 60
   if gpu_hours > most_gpu_hours and not (job.comment or ""):find(word, 1, true) then
      slurm.log_user("this job may use %d GPU-h, more than %d; if you mean it, add --comment=%s", math.floor(gpu_hours), most_gpu_hours, word)
      return slurm.ERROR
   end
   return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, user)
   return slurm.SUCCESS
end
