# SPDX-License-Identifier: Apache-2.0
# Prints a template of ERB as Open OnDemand renders it: ruby render.rb FILE NAME=VALUE… ; `context` has the values, too.
require 'erb'
require 'ostruct'
values = ARGV.drop(1).to_h { |word| word.split('=', 2) }
context = OpenStruct.new(values)
place = context.instance_eval { binding }
place.local_variable_set(:context, context)
values.each { |name, value| place.local_variable_set(name.to_sym, value) }
print ERB.new(File.read(ARGV[0]), trim_mode: '-').result(place)
