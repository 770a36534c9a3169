# SPDX-License-Identifier: Apache-2.0
# Calls the app as Rack does: ruby call_app.rb APP METHOD TYPE, with the body on standard input. Prints status and body.
require 'stringio'
require ARGV[0]
status, _, body = AdviceApp.new.call({ 'REQUEST_METHOD' => ARGV[1], 'CONTENT_TYPE' => ARGV[2], 'rack.input' => StringIO.new($stdin.read) })
puts status, body.join
