// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "models/application/step_time.hpp"
#include "sim/commands/validate/plan_columns.hpp"
#include "sim/commands/validate/references.hpp"
#include "sim/commands/validate/validation.hpp"
#include "sim/core/result.hpp"
#include "sim/study/measured_table.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A published training run in the terms of the models.
struct TrainingCase {
    Application application;
    Platform platform;
    Plan plan;
    bool plan_stated = false;  ///< the source states it, though not in columns of the row
};

struct CasePrediction {
    StepTime step;
    bool fits = true;  ///< in the memory of a device
};

/// Of these three; the problems of the first that could not be read.
Result<TrainingCase>
case_of(Result<Application> application, Result<Platform> platform, Result<Plan> plan);

/// The step, even if it does not fit in memory: a run that was measured did fit.
Result<CasePrediction> predict(TrainingCase const& training);

/// The shape of a decoder in a table; 0: not stated.
struct DecoderShape {
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int sequence = 0;
    int vocabulary = 0;
};

/// From the columns layers, hidden, heads, seq_len and vocab; `known` holds for what they do not say.
DecoderShape shape_of(MeasuredRow const& row, DecoderShape known = {});

/// Of a known model.
DecoderShape shape_of(Transformer const& model);

/// The kernels of attention: a framework's own from before 2023, which store the scores and dropout masks, or
/// FlashAttention.
enum class Attention { plain, flash };

/// A GPT decoder of that shape under a framework of workloads/frameworks. CS0104 for a shape without
/// layers, width or heads.
Result<Application> decoder(References const& references,
                            std::string const& framework,
                            DecoderShape const& shape,
                            Attention attention);

/// Optimizer states over the replicas, as Megatron's distributed optimizer and ZeRO stage 1 have them.
void share_optimizer(Plan& plan);

/// A published number, and how to get it from the prediction.
struct MeasuredQuantity {
    std::string quantity;
    std::string unit;
    std::optional<double> value;  ///< none: not stated, no point
    std::function<double(TrainingCase const&, CasePrediction const&)> predicted;
    Comparison comparison = Comparison::relative;
};

/// The usual ones.
MeasuredQuantity step_seconds(std::optional<double> value);
MeasuredQuantity model_tflops(std::optional<double> value);     ///< per device
MeasuredQuantity hardware_tflops(std::optional<double> value);  ///< with recomputation
MeasuredQuantity tokens_per_device(std::optional<double> value);
/// Whether the plan fits in the memory of a device: `ran` is whether it did.
MeasuredQuantity fits_in_memory(std::optional<bool> ran);

/// One point for each stated number of a row. What the row's note says of recomputation goes before what the case
/// assumes. A case that could not be made or predicted, one whose plan the row does not state and that does not fit in
/// memory, and a cell that ought to hold a whole number and does not give points with the reason.
std::vector<ValidationPoint> score_case(MeasuredRow const& row,
                                        Result<TrainingCase> training,
                                        std::vector<MeasuredQuantity> const& quantities);

/// The first line of what went wrong.
std::string reason_of(Diagnostics const& problems);

}  // namespace clustersim
