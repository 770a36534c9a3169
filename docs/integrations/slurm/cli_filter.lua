-- SPDX-License-Identifier: Apache-2.0
-- Prints what a job costs and when it will probably start, at its submission, and asks for a word before expensive jobs.
-- Copy it to the folder of slurm.conf, set CliFilterPlugins=cli_filter/lua there, and change the four settings.
-- It runs in sbatch, as the user, so neither slurmctld nor other users wait for it.

local machine = "lumi"            -- a name of `clustersim systems list`, or the path of the site's own file
local program = os.getenv("CLUSTERSIM") or "clustersim"
local patience_s = tonumber(os.getenv("CLUSTERSIM_PATIENCE_S")) or 5  -- after which the job is submitted without a forecast
local most_gpu_hours = 1000       -- above this, --comment must contain the word below
local word = "large"

-- Options of sbatch that decide about start and cost.
local asked = { "account", "constraint", "cpus-per-gpu", "cpus-per-task", "gpus", "gpus-per-node", "gpus-per-task", "gres", "mem",
                "mem-per-cpu", "mem-per-gpu", "nodes", "ntasks", "ntasks-per-node", "partition", "qos", "time", "array" }

-- sbatch shows what nobody asked for as one of these.
local unset = { [""] = true, ["unset"] = true, ["(null)"] = true, ["NULL"] = true, ["-2"] = true, ["4294967294"] = true }

local function script_of(options)
   local lines = { "#!/bin/bash" }
   for _, name in ipairs(asked) do
      local value = options[name]
      -- Only what options are made of: the script is read by another program.
      if value ~= nil and not unset[tostring(value)] and tostring(value):match("^[%w%-_:.,*%%/@=&|()%[%]]+$") then
         lines[#lines + 1] = "#SBATCH --" .. name .. "=" .. tostring(value)
      end
   end
   return table.concat(lines, "\n") .. "\n"
end

local function quoted(text)
   return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The advice as text of JSON, or nil: if the program is missing, the job is refused by it, or it takes too long.
local function advice_on(options)
   local name = os.tmpname()
   local file = io.open(name, "w")
   if file == nil then return nil end
   file:write(script_of(options))
   file:close()
   local pipe = io.popen(("timeout -k 1 %d %s advise %s --system %s --replicates 5 --workers 1 --format json 2>/dev/null </dev/null")
                         :format(patience_s, quoted(program), quoted(name), quoted(machine)))
   local text = pipe and pipe:read("*a") or ""
   if pipe then pipe:close() end
   os.remove(name)
   if text:sub(1, 1) ~= "{" then return nil end
   return text
end

-- A number of the outermost object, which is indented by two spaces.
local function number_in(text, key)
   return tonumber(text:match('\n  "' .. key .. '": ([%d.eE+-]+)'))
end

local function text_in(text, key)
   return text:match('\n  "' .. key .. '": "([^"]*)"') or ""
end

local function range_in(text, key)
   local block = text:match('\n  "' .. key .. '": (%b{})')
   if block == nil then return nil end
   local function part(name) return tonumber(block:match('"' .. name .. '": ([%d.eE+-]+)')) end
   return part("low"), part("median"), part("high")
end

local function time_text(seconds)
   if seconds < 90 then return ("%.0f s"):format(seconds) end
   if seconds < 5400 then return ("%.0f min"):format(seconds / 60) end
   if seconds < 129600 then return ("%.1f h"):format(seconds / 3600) end
   return ("%.1f d"):format(seconds / 86400)
end

function slurm_cli_setup_defaults(options, early)
   return slurm.SUCCESS
end

local function judge(options)
   local text = advice_on(options)
   if text == nil then return slurm.SUCCESS end
   local billed, unit, gpu_hours = number_in(text, "billed"), text_in(text, "billing_unit"), number_in(text, "gpu_hours")
   local low, median, high = range_in(text, "start_s")
   if billed ~= nil then
      slurm.log_info("clustersim: costs at most %s %s", ("%.4g"):format(billed), unit)
   end
   if low ~= nil and median ~= nil and high ~= nil then
      slurm.log_info("clustersim: starts in about %s (%s to %s) from a usual queue", time_text(median), time_text(low), time_text(high))
   end
   local comment = options["comment"] or ""
   if gpu_hours ~= nil and gpu_hours > most_gpu_hours and not comment:find(word, 1, true) then
      slurm.log_error("clustersim: the job may use %d GPU-h, more than %d; if you mean it, add --comment=%s", math.floor(gpu_hours),
                      most_gpu_hours, word)
      return slurm.ERROR
   end
   return slurm.SUCCESS
end

function slurm_cli_pre_submit(options, offset)
   if options["type"] ~= nil and options["type"] ~= "sbatch" then return slurm.SUCCESS end
   -- A mistake of this script is no reason to lose a job.
   local ok, verdict = pcall(judge, options)
   return ok and verdict or slurm.SUCCESS
end

function slurm_cli_post_submit(offset, job, step)
   return slurm.SUCCESS
end
