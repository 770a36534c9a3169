# SPDX-License-Identifier: Apache-2.0
# Open OnDemand starts this app with the rights of the user who opens the form.
require_relative 'advice_app'
run AdviceApp.new
