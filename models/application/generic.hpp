// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/core/quantity.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clustersim {

/// strong: one step is the same problem on any nodes; weak: the problem grows with the nodes.
enum class ProblemScaling { strong, weak };

/// What decides how much longer a step takes on the nodes of another machine; `nothing`: not known, so no other
/// machine is predicted.
enum class ScalesWith { nothing, memory_bandwidth, flop_rate };

/// The nodes on which times were measured.
struct MeasuredOn {
    std::string system;
    std::string partition;
    std::optional<int> gpus;  ///< of each node that the runs used; unset: all
    ScalesWith scales_with = ScalesWith::nothing;
    Precision precision = Precision::fp64;  ///< of the peak that `flop_rate` compares
};

/// A measured time of one step on whole nodes.
struct MeasuredTime {
    int nodes = 1;
    Duration time{};
};

/// Times of one step by node count, ascending.
struct MeasuredTimes {
    MeasuredOn on;
    ProblemScaling scaling = ProblemScaling::strong;
    std::vector<MeasuredTime> rows;
    double spread = 0.0;  ///< relative uncertainty of a measured time
};

/// amdahl: the problem stays the same; gustafson: its parallel part grows with the nodes.
enum class SpeedupLaw { amdahl, gustafson };

/// One measured time, continued by a law.
struct LawTimes {
    MeasuredOn on;
    SpeedupLaw law = SpeedupLaw::amdahl;
    MeasuredTime measured;
    double serial = 0.0;  ///< share of a step on one node that does not run in parallel
    double spread = 0.0;  ///< relative uncertainty of the measured time
};

enum class MessagePattern { halo, all_to_all, all_reduce };

/// Messages that every step sends `count` times.
struct StepMessages {
    MessagePattern pattern = MessagePattern::halo;
    double count = 1.0;
    /// halo: one plane through the whole cubic problem; all_to_all: all data of the problem; all_reduce: one
    /// process's buffer.
    Bytes size{};
};

/// The processors of a node that run the application; `any`: the accelerators if the node has some.
enum class Processors { any, cpu, gpu };

/// The work of one step: of the whole problem, or under weak scaling of one node.
struct StepWork {
    ProblemScaling scaling = ProblemScaling::strong;
    Processors processors = Processors::any;
    Precision precision = Precision::fp64;
    bool matrix_units = false;  ///< whether products on matrix units do the arithmetic
    Flop flop{};
    Bytes traffic{};  ///< to and from memory
    Bytes memory{};   ///< held in memory at the same time; 0: not checked
    std::vector<StepMessages> messages;
    Duration fixed{};            ///< time of each step that no node shares
    double compute_share = 1.0;  ///< of the achieved peak that its kernels reach
    double memory_share = 1.0;   ///< the same of the achieved memory bandwidth
    double overlap = 0.0;        ///< share of the messages that kernels can hide
    double spread = 0.0;         ///< relative uncertainty of the time of kernels
    double network_spread = 0.0;
};

/// An application that is not a training run of a described model.
struct GenericApplication {
    std::string name;
    std::string title;
    std::string step;  ///< what one step is: "a nanosecond of simulated time"
    std::variant<MeasuredTimes, LawTimes, StepWork> model;

    /// The nodes of its measurements; null if it has none.
    [[nodiscard]] MeasuredOn const* measured_on() const;
};

/// One step on some nodes.
struct GenericStep {
    Duration total{};
    Duration low{};
    Duration high{};
    double work = 1.0;         ///< of the step, over that of a step on one node
    double utilisation = 1.0;  ///< share of the step in which the processors compute
    /// Parts of `total`; known for StepWork only.
    Duration kernels{};
    Duration messages{};  ///< that kernels do not hide
    Duration fixed{};
    std::string basis;    ///< where the time comes from, in words
    bool scaled = false;  ///< measured on other nodes
};

std::string_view name_of(MessagePattern pattern);

}  // namespace clustersim
