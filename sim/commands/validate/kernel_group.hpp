// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"
#include "sim/commands/validate/validation.hpp"

#include <functional>
#include <string>
#include <vector>

namespace clustersim {

/// Measured times of one kind of kernel on one device.
struct KernelGroup {
    struct Row {
        MeasuredRow const* line = nullptr;
        double seconds = 0.0;
        std::string remark;
        std::function<Duration(Roofline const&)> time;
    };
    std::string name;  ///< "a100-sxm4-80, bf16"
    Roofline roofline;
    std::vector<Row> rows;
};

/// The points of a group, twice: at the rates of the accelerator's file, and "at the table's level", at rates of arithmetic and
/// of memory and a start of kernels that are fitted to the rows, so that what is left is the dependence on the shape.
void add_points(KernelGroup const& group, std::vector<ValidationPoint>& points);

/// A row that cannot be predicted, with the reason.
ValidationPoint unknown_kernel(MeasuredRow const& row, std::string reason);

}  // namespace clustersim
