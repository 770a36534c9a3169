// SPDX-License-Identifier: Apache-2.0
//
// Steps in the logs of MLPerf Training v5.0 and v5.1 (MLCommons, result repositories) on Hopper, Blackwell and Instinct:
// Llama 3.1 of 405 and 8 billion parameters with the plans of the public configurations, and BERT-large. If the logs have no
// steps, the step is the batch over the logged throughput.
// Not stated: nothing is recomputed, sequence parallelism where there is tensor parallelism, the distributed optimizer.
// Entries of NVIDIA's software record whole steps as CUDA graphs (config_common_cg.sh), those of AMD do not (NeMo 2.3 and
// Transformer Engine for ROCm). `bucket_gradients` is BUCKET_SIZE of the configurations of 8B; the others keep the
// default. BERT runs as in the set mlperf, in FP8 and with fused attention on Blackwell, too.
// Rows of adapters are those of the set lora, with its rules.
// Not predicted, each with its reason: Stable Diffusion in NeMo; FLUX.1. The time to train is a matter of convergence, which is not modelled.
// The second quantity says whether the measured step lies in the range of the software (docs/uncertainty.md), without the
// uncertain numbers of the machine.
#include "sim/commands/validate/mlperf_case.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

bool benchmark_has(MeasuredRow const& row, std::string_view word) {
    return row.lower("benchmark").find(word) != std::string::npos;
}

Diagnostic not_described(std::string reason) {
    return problem(Code::unknown_name, std::move(reason));
}

Result<TrainingCase> llama_case(MeasuredRow const& row, References const& references) {
    if (!states_widths(row)) return failure(not_described("the plan is not stated"));
    auto training = case_of(references.application_known_as(row.text("benchmark")),
                            references.platform(row.text("accelerator")),
                            stated_plan(row, Precision::fp8));
    if (!training) return training;
    bool const graphs = row.lower("accelerator").find("instinct") == std::string::npos;
    auto framework = references.framework(graphs ? "megatron-core-2025" : "megatron-core");
    if (!framework) return failure(framework.error());
    if (auto const gradients = row.number("bucket_gradients"))
        framework->bucket = {.gradients = *gradients};
    training->application.training.framework = *framework;
    training->platform.node.gpus = row.whole_or("accel_per_node", training->platform.node.gpus);
    Plan& plan = training->plan;
    share_optimizer(plan);
    plan.sequence_parallel = plan.tensor > 1;
    plan.ends_as_layers = row.lower("ends") == "on";
    return training;
}

Result<TrainingCase> v5_case(MeasuredRow const& row, References const& references) {
    if (benchmark_has(row, "lora")) return lora_case(row, references);
    if (benchmark_has(row, "diffusion"))
        return failure(not_described("no file describes the software of the U-Net, NeMo"));
    if (benchmark_has(row, "bert")) return mlperf_case(row, references);
    return llama_case(row, references);
}

/// The name by which errors of a benchmark are summed up.
std::string quantity_of(MeasuredRow const& row) {
    bool const instinct = row.lower("accelerator").find("instinct") != std::string::npos;
    return "step time, " + row.text("benchmark") + (instinct ? " (AMD)" : "");
}

std::optional<double> measured_step(MeasuredRow const& row) {
    if (auto const step = row.number("iter_s")) return step;
    auto const rate = row.number("samples_per_s");
    auto const batch = row.number("global_batch");
    return rate && batch && *rate > 0.0 ? std::optional(*batch / *rate) : std::nullopt;
}

std::vector<ValidationPoint> score_mlperf_v5(MeasuredRow const& row, References const& references) {
    auto const measured = measured_step(row);
    MeasuredQuantity step = step_seconds(measured);
    step.quantity = quantity_of(row);
    MeasuredQuantity range{"within the range",
                           "",
                           measured ? std::optional(1.0) : std::nullopt,
                           [measured](TrainingCase const&, CasePrediction const& p) {
                               bool const inside =
                                   *measured >= p.step.low.si() && *measured <= p.step.high.si();
                               return inside ? 1.0 : 0.0;
                           },
                           Comparison::agreement};
    return score_case(row, v5_case(row, references), {step, range});
}

}  // namespace

ValidationSet mlperf_v5_set() {
    return {"mlperf-v5",
            "Llama 3.1 405B and 8B and BERT-large in logs of MLPerf Training v5.0 and v5.1",
            "mlperf_v5_training.csv",
            {"benchmark",
             "accelerator",
             "n_accel",
             "global_batch",
             "tp",
             "pp",
             "bucket_gradients",
             "iter_s",
             "samples_per_s"},
            {},
            each_row<score_mlperf_v5>};
}

}  // namespace clustersim
