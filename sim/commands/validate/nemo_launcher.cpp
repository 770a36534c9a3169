// SPDX-License-Identifier: Apache-2.0
//
// GPT 5B and 175B on DGX SuperPOD A100 (NVIDIA NeMo Framework Launcher README, October 2023). The model cell
// names width and layers, "GPT 5B (24x4096)", and sometimes another batch, "GBS 1440".
// Not stated beside the table, but in the shipped recipes: 5B with TP 1, PP 1, micro-batch 4; 175B with TP 4, PP 8,
// micro-batch 1 and interleaving by single layers; global batch 2048, sequence 2048, vocabulary 51200; the distributed
// optimizer, sequence parallelism, selective recomputation
// for 5B and full for 175B; the table is older than the file and than FlashAttention in that software, so that
// attention is Megatron's own. Full recomputation leaves no room for anything else on the 64 GPUs that the table begins with. T5 rows are of an encoder with decoder, which is not modelled.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> nemo_launcher_case(MeasuredRow const& row, References const& references) {
    std::string const model = row.lower("model");
    bool const large = model.find("175b") != std::string::npos;
    bool const small = model.find("gpt 5b") != std::string::npos;
    if (!large && !small) {
        return failure(problem(Code::unknown_name,
                               "no recipe is known for \"" + row.text("model") + "\"",
                               "GPT 5B or GPT 175B"));
    }
    auto const named = references.application_known_as(model);
    if (!named) return failure(named.error());
    DecoderShape shape = shape_of(std::get<Transformer>(named->model));
    shape.vocabulary = 51200;
    auto training = case_of(decoder(references, "nemo-2023", shape, Attention::plain),
                            references.platform(row.text("hardware")),
                            stated_plan(row, Precision::bf16));
    if (!training) return training;
    Plan& plan = training->plan;
    auto const batch_at = model.find("gbs ");
    double const batch =
        batch_at == std::string::npos
            ? 2048.0
            : leading_number(std::string_view(model).substr(batch_at + 4)).value_or(2048.0);
    plan.micro_batch = large ? 1 : 4;
    plan.accumulation = std::max(1, static_cast<int>(batch) / (plan.micro_batch * plan.data));
    plan.recompute = large ? Recompute::full : Recompute::selective;
    plan.virtual_stages = large && plan.pipeline > 1 ? 96 / plan.pipeline : 1;
    plan.sequence_parallel = large;
    share_optimizer(plan);
    return training;
}

std::vector<ValidationPoint> score_nemo_launcher(MeasuredRow const& row,
                                                 References const& references) {
    return score_case(row,
                      nemo_launcher_case(row, references),
                      {tokens_per_device(row.number("tokens_per_s_per_gpu"))});
}

}  // namespace

ValidationSet nemo_launcher_set() {
    return {"nemo-launcher",
            "GPT 5B and 175B on DGX A100 (NeMo Launcher README, 2023)",
            "nemo_launcher_a100_scaling.csv",
            {"model",
             "tp",
             "pp",
             "gpus",
             "nodes",
             "tokens_per_s",
             "tokens_per_s_per_gpu",
             "precision",
             "hardware"},
            {},
            each_row<score_nemo_launcher>};
}

}  // namespace clustersim
