-- SPDX-License-Identifier: Apache-2.0
-- Calls a function of a plugin's script as Slurm does: lua slurm_harness.lua SCRIPT FUNCTION KEY=VALUE…
-- Prints what is logged, then what the function returns. A value that is a number becomes one.
local function told(kind)
   return function(form, ...) print(kind .. ": " .. form:format(...)) end
end
slurm = { SUCCESS = 0, ERROR = -1, NO_VAL = 4294967294, log_info = told("info"), log_error = told("error"), log_user = told("user"),
          log_debug = function() end }
dofile(arg[1])
local options = {}
for i = 3, #arg do
   local key, value = arg[i]:match("^([^=]+)=(.*)$")
   options[key] = arg[2] == "slurm_job_submit" and tonumber(value) or value
end
print("returns " .. tostring(_G[arg[2]](options, 0, 0)))
