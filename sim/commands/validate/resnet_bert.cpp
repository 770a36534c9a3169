// SPDX-License-Identifier: Apache-2.0
//
// Images or sequences a second of ResNet-50 and BERT-large: NVIDIA's DeepLearningExamples, CARAML (JSC) and MLPerf
// logs. Mixed precision is fp16; a batch given for two precisions ("16 TF32 / 32 FP16") is taken by the row's.
// Not stated: where the images come from matters little at these rates and is left out; BERT-large has 24 layers of width 1024,
// predicts 15 % of its tokens and sums 16 batches a step where no global batch is given. Sequences of at most 512
// tokens are on average half as long (Krell et al., "Efficient sequence packing without cross-contamination",
// 2021: half of the tokens are padding) and DeepLearningExamples from 2021 on deals them to batches of like length, a
// bin every 64 tokens (scripts/run_pretraining.sh, phase2_bin_size), so that half a bin is padding; those of at
// most 128 are not binned.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The batch of one device; of "16 TF32 / 32 FP16" the part that names the precision.
int batch_of(MeasuredRow const& row, Precision precision) {
    std::string const text = row.lower("batch_per_gpu");
    auto const slash = text.find('/');
    if (slash == std::string::npos) return row.whole_or("batch_per_gpu", 0);
    std::string_view const first = std::string_view(text).substr(0, slash);
    std::string_view const second = std::string_view(text).substr(slash + 1);
    bool const in_second = precision_of(second) == precision;
    auto const number =
        leading_number(in_second ? second.substr(second.find_first_not_of(' ')) : first);
    return static_cast<int>(number.value_or(0.0));
}

/// The software by the words of the columns framework, model and source.
Result<std::string>
framework_of(MeasuredRow const& row, Precision precision, Platform const& platform) {
    std::string const text =
        row.lower("framework") + " " + row.lower("model") + " " + row.lower("source");
    auto const says = [&](std::string_view word) { return text.find(word) != std::string::npos; };
    bool const half = precision == Precision::fp16 || precision == Precision::bf16;
    // MXNet's fused normalisation and channels last are for half precision.
    if (says("mlperf") || says("mxnet"))
        return std::string(half ? "mxnet-vision" : "mxnet-vision-nchw");
    if (says("tensorflow")) {
        // Its own fusion needs cuDNN and half precision.
        bool const fuses = half && !platform.accelerator.name.starts_with("mi");
        return std::string(fuses || says("xla") ? "tensorflow-vision"
                                                : "tensorflow-vision-unfused");
    }
    if (!says("pytorch"))
        return failure(problem(Code::unknown_name,
                               "the framework \"" + row.text("framework") + "\" is not known",
                               "PyTorch, TensorFlow or MXNet"));
    // DeepLearningExamples keeps channels first in TF32 and turns to channels last with mixed precision.
    return std::string(precision == Precision::tf32 ? "pytorch-vision-nchw" : "pytorch-vision");
}

constexpr int longest_of_phase_two = 512;
constexpr double share_of_tokens = 0.5;  ///< that are not padding, at 512
constexpr int bin_of_phase_two = 64;

/// Tokens of a sequence that reach the device.
int padded_length(int longest) {
    if (longest < longest_of_phase_two) return longest;
    return static_cast<int>(share_of_tokens * longest) + bin_of_phase_two / 2;
}

/// BERT at the sequence length in the model's name.
Result<Application> bert_of(std::string const& model, References const& references) {
    auto const at = model.find("seq ");
    auto const length = at == std::string::npos
                            ? std::nullopt
                            : leading_number(std::string_view(model).substr(at + 4));
    if (!length)
        return failure(problem(Code::missing_key, "the length of the sequences is not stated"));
    auto bert = references.application_known_as(model);
    if (!bert) return bert;
    auto const framework = references.framework("pytorch-bert");
    if (!framework) return failure(framework.error());
    bert->training.framework = *framework;
    std::get<Transformer>(bert->model).sequence = padded_length(static_cast<int>(*length));
    return bert;
}

Result<Application> application_of(MeasuredRow const& row,
                                   Precision precision,
                                   Platform const& platform,
                                   References const& references) {
    std::string const model = row.lower("model");
    if (model.find("bert") != std::string::npos) return bert_of(model, references);
    auto application = references.application_known_as(model);
    if (!application) return application;
    auto const software = framework_of(row, precision, platform);
    if (!software) return failure(software.error());
    auto framework = references.framework(*software);
    if (!framework) return failure(framework.error());
    // As DeepLearningExamples say of TF32: channels first.
    if (precision == Precision::tf32) framework->channels_last = false;
    application->training.framework = *framework;
    return application;
}

/// Micro-batches of a step: what the words "global batch fixed at 65536" ask for, else 1 for images and 16
/// for sequences, whose batches are summed over many.
int accumulation_of(MeasuredRow const& row, Plan const& plan) {
    std::string const model = row.lower("model");
    if (model.find("bert") == std::string::npos) return 1;
    auto const at = model.find("fixed at ");
    double const replica = static_cast<double>(plan.data) * plan.micro_batch;
    double const batch =
        at == std::string::npos
            ? 16.0 * replica
            : leading_number(std::string_view(model).substr(at + 9)).value_or(replica);
    return std::max(1, static_cast<int>(batch / replica));
}

Result<TrainingCase> resnet_bert_case(MeasuredRow const& row, References const& references) {
    auto const precision = precision_of(row.text("precision"));
    if (!precision) {
        return failure(problem(Code::unknown_name,
                               "the precision \"" + row.text("precision") + "\" is not known"));
    }
    auto platform = references.platform(row.text("gpu"));
    if (!platform) return failure(platform.error());
    auto application = application_of(row, *precision, *platform, references);
    if (!application) return failure(application.error());
    Plan plan;
    plan.precision = *precision;
    auto const gpus = stated(row, "gpus");
    if (!gpus) return failure(gpus.error());
    plan.data = *gpus;
    plan.micro_batch = batch_of(row, *precision);
    if (plan.micro_batch == 0)
        return failure(problem(Code::missing_key, "the batch of a device is not stated"));
    plan.accumulation = accumulation_of(row, plan);
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

MeasuredQuantity samples_per_second(MeasuredRow const& row) {
    std::string const unit = row.lower("unit");
    bool const images =
        unit.find("img") != std::string::npos || unit.find("image") != std::string::npos;
    return {images ? "images/s" : "sequences/s",
            row.text("unit"),
            row.number("throughput"),
            [](TrainingCase const&, CasePrediction const& p) { return p.step.samples_per_second; }};
}

std::vector<ValidationPoint> score_resnet_bert(MeasuredRow const& row,
                                               References const& references) {
    return score_case(row, resnet_bert_case(row, references), {samples_per_second(row)});
}

}  // namespace

ValidationSet resnet_bert_set() {
    return {
        "resnet-bert",
        "ResNet-50 and BERT-large, V100 to GH200 (NVIDIA, CARAML, MLPerf)",
        "resnet_bert_throughput.csv",
        {"model", "framework", "gpu", "gpus", "precision", "batch_per_gpu", "throughput", "unit"},
        {{"images/s", 0.15}},
        each_row<score_resnet_bert>};
}

}  // namespace clustersim
