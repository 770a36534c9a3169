// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/metric.hpp"

#include <span>

namespace clustersim {

/// The parts of the table of metrics, one file each, in the order of the columns.
std::span<Metric const> time_metrics();      ///< size, wait, run time, turnaround
std::span<Metric const> change_metrics();    ///< against the first run of a sweep
std::span<Metric const> task_metrics();      ///< arrays, equal jobs, jobs that wait for others
std::span<Metric const> training_metrics();  ///< steps, throughput, efficiency, memory
std::span<Metric const> batch_metrics();     ///< single batches under real traffic
std::span<Metric const> cost_metrics();      ///< hours, charge, energy, CO2e
std::span<Metric const> input_metrics();     ///< staging, loading, uneven devices
std::span<Metric const> campaign_metrics();  ///< checkpoints, failures, several submissions
std::span<Metric const> queue_metrics();     ///< all jobs of the queue

}  // namespace clustersim
