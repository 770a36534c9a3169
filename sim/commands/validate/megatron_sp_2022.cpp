// SPDX-License-Identifier: Apache-2.0
//
// Full recomputation against sequence parallelism with selective recomputation, 22B to 1T on Selene
// (Korthikanti et al., MLSys 2023, table 5), and the memory of the first pipeline stage (figures 1 and 7).
// Not stated: fp16, vocabulary of 51200; Megatron's own attention kernels, which keep the scores. Products add up gradients
// themselves (gradient_accumulation_fusion, in Megatron-LM since March 2022).
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

Result<TrainingCase> megatron_sp_2022_case(MeasuredRow const& row,
                                           DecoderShape const& shape,
                                           References const& references) {
    std::string const& hardware = row.text("hardware");
    auto training = case_of(decoder(references, "megatron-2021", shape, Attention::plain),
                            references.platform(hardware.empty() ? "Selene" : hardware),
                            plan_of_columns(row, Precision::fp16));
    if (!training) return training;
    training->application.training.framework.accumulation = Bytes{};
    std::string const scheme = row.lower("scheme");
    Plan& plan = training->plan;
    plan.sequence_parallel = scheme.find("sequence") != std::string::npos;
    plan.recompute = scheme.find("full") != std::string::npos        ? Recompute::full
                     : scheme.find("selective") != std::string::npos ? Recompute::selective
                                                                     : Recompute::none;
    return training;
}

MeasuredQuantity
share(char const* quantity, std::optional<double> percent, double StepTime::*of_step) {
    std::optional<double> value;
    if (percent) value = *percent / 100.0;
    return {quantity, "", value, [of_step](TrainingCase const&, CasePrediction const& p) {
                return p.step.*of_step;
            }};
}

std::vector<ValidationPoint> score_times(MeasuredRow const& row, References const& references) {
    return score_case(row,
                      megatron_sp_2022_case(row, shape_of(row, {0, 0, 0, 2048, 51200}), references),
                      {step_seconds(row.number("iter_s")),
                       share("MFU", row.number("mfu_pct"), &StepTime::mfu),
                       share("HFU", row.number("hfu_pct"), &StepTime::hfu)});
}

/// Table 3 of the paper: the four models with their plans.
struct PaperModel {
    std::string_view name;
    DecoderShape shape;
    Plan plan;
};

Plan paper_plan(int pipeline, int interleave, int micro_batch, int batches) {
    Plan plan;
    plan.virtual_stages = interleave;
    plan.tensor = 8;
    plan.pipeline = pipeline;
    plan.micro_batch = micro_batch;
    plan.accumulation = batches;
    plan.precision = Precision::fp16;
    return plan;
}

std::array<PaperModel, 4> paper_models() {
    return {{{"22b", {48, 6144, 64, 2048, 51200}, paper_plan(1, 1, 4, 1)},
             {"175b", {96, 12288, 96, 2048, 51200}, paper_plan(8, 3, 1, 64)},
             {"530b", {105, 20480, 128, 2048, 51200}, paper_plan(35, 3, 1, 280)},
             {"1t", {128, 25600, 160, 2048, 51200}, paper_plan(64, 1, 1, 512)}}};
}

double gib(Bytes amount) {
    return amount.si() / 0x1p30;
}

/// Activations of the first stage, GiB, under the case's plan with other settings.
double activations(TrainingCase const& training, bool sequence_parallel, Recompute recompute) {
    Plan plan = training.plan;
    plan.sequence_parallel = sequence_parallel;
    plan.recompute = recompute;
    return gib(memory_use(std::get<Transformer>(training.application.model),
                          plan,
                          training.application.training.framework)
                   .activations);
}

MeasuredQuantity activation_gib(std::optional<double> value, bool parallel, Recompute recompute) {
    return {"activations",
            "GiB",
            value,
            [parallel, recompute](TrainingCase const& training, CasePrediction const&) {
                return activations(training, parallel, recompute);
            }};
}

/// In percent of those with tensor parallelism alone.
MeasuredQuantity activation_pct(std::optional<double> value, bool parallel, Recompute recompute) {
    return {"activations, share",
            "%",
            value,
            [parallel, recompute](TrainingCase const& training, CasePrediction const&) {
                return 100.0 * activations(training, parallel, recompute) /
                       activations(training, false, Recompute::none);
            }};
}

MeasuredQuantity states_gib(std::optional<double> value) {
    return {"weights and optimizer",
            "GiB",
            value,
            [](TrainingCase const&, CasePrediction const& p) {
                return gib(p.step.memory.weights + p.step.memory.gradients +
                           p.step.memory.optimizer);
            }};
}

Result<TrainingCase> memory_case(MeasuredRow const& row, References const& references) {
    auto const models = paper_models();
    auto const found = std::ranges::find(models, row.lower("model"), &PaperModel::name);
    if (found == models.end()) {
        return failure(problem(Code::unknown_name,
                               "the paper has no model \"" + row.text("model") + "\"",
                               "22B, 175B, 530B or 1T"));
    }
    auto training = megatron_sp_2022_case(row, found->shape, references);
    if (training) {
        training->plan = found->plan;
        training->plan.sequence_parallel = false;
        training->plan_stated = true;
    }
    return training;
}

std::vector<ValidationPoint> score_memory(MeasuredRow const& row, References const& references) {
    return score_case(
        row,
        memory_case(row, references),
        {states_gib(row.number("params_and_optimizer_gib")),
         activation_gib(row.number("activations_gib_baseline"), false, Recompute::none),
         activation_gib(row.number("activations_gib_seqpar_selective"), true, Recompute::selective),
         activation_pct(row.number("pct_seqpar"), true, Recompute::none),
         activation_pct(row.number("pct_selective"), false, Recompute::selective),
         activation_pct(row.number("pct_seqpar_selective"), true, Recompute::selective),
         activation_pct(row.number("pct_full"), false, Recompute::full)});
}

}  // namespace

ValidationSet megatron_sp_2022_set() {
    return {"korthikanti",
            "Recomputation, 22B to 1T on Selene (Korthikanti et al., MLSys 2023)",
            "megatron_sp_2022.csv",
            {"scheme", "interleave", "layers", "hidden", "heads", "tp", "pp", "iter_s"},
            {{"step time", 0.08}},
            each_row<score_times>};
}

ValidationSet megatron_sp_2022_memory_set() {
    return {"korthikanti-memory",
            "Memory of the first stage, 22B to 1T (Korthikanti et al., MLSys 2023)",
            "megatron_sp_2022_memory.csv",
            {"model", "params_and_optimizer_gib", "activations_gib_baseline"},
            {{"weights and optimizer", 0.10}, {"activations", 0.15}, {"activations, share", 0.15}},
            each_row<score_memory>};
}

}  // namespace clustersim
