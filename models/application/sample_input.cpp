// SPDX-License-Identifier: Apache-2.0
//
// Samples of a training set.
//
// Equation. A sample takes size / samples of the set's bytes and opens files / samples files (for archives: shards /
// samples). A loose file lies at a random place, so the first read of each is one; an archive is read in sequence, or in
// size / read size reads at random places for each sample. Parts of images and sounds have one byte a number. Token numbers have two bytes if the vocabulary has fewer than 65,500 words, else four.
// Source. Megatron-LM, megatron/core/datasets/indexed_dataset.py, for the width of token numbers.
// Domain. Samples of about equal size; text that was tokenised before the job.
#include "models/application/sample_input.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

Bytes sample_of_tokens(Transformer const& model) {
    if (model.signal > 0) return bytes(static_cast<double>(model.sequence) * model.signal);
    constexpr int most_words_of_two_bytes = 65'499;
    double const width = model.vocabulary <= most_words_of_two_bytes ? 2.0 : 4.0;
    return bytes(model.sequence * width);
}

double samples_of(Application const& application, TrainingSet const& set) {
    if (set.samples) return *set.samples;
    if (auto const* cnn = std::get_if<Cnn>(&application.model)) return cnn->samples;
    auto const& model = std::get<Transformer>(application.model);
    return std::max(1.0, set.files.size / sample_of_tokens(model));
}

}  // namespace

SampleInput sample_input(Application const& application, TrainingSet const& set, bool unpacked) {
    double const samples = samples_of(application, set);
    double const opened = set.files.packed() && !unpacked ? set.files.shards : set.files.files;
    SampleInput input{set.files.size / samples, opened / samples, set.decode};
    bool const packed = set.files.packed() && !unpacked;
    if (set.files.format) input.format = packed ? *set.files.format : DataFormat::files;
    if (!packed) {
        input.reads = input.opens;
    } else {
        input.archives = set.files.shards;
        input.stripes = set.files.stripes;
        if (set.files.read_size)
            input.reads = std::max(1.0, std::ceil(input.size / *set.files.read_size));
    }
    return input;
}

std::optional<SampleInput> sample_input(Application const& application, bool unpacked) {
    if (application.dataset) return sample_input(application, *application.dataset, unpacked);
    auto const* model = std::get_if<Transformer>(&application.model);
    // How images and sounds are stored is not known without a dataset.
    if (model == nullptr || model->signal > 0) return std::nullopt;
    SampleInput tokens;
    tokens.size = sample_of_tokens(*model);
    return tokens;
}

int loader_cores(NodeType const& type) {
    return std::max(1, type.usable_cores / std::max(1, type.gpus) - 1);
}

StepInput step_input(SampleInput const& sample, Plan const& plan, int nodes, int cores) {
    StepInput input;
    input.samples = plan.global_batch() / nodes;
    input.sample_size = sample.size;
    input.opens_per_sample = sample.opens;
    input.reads_per_sample = sample.reads;
    input.decode = sample.decode;
    input.loader_cores = cores;
    // Each loader reads one archive at a time, unless it jumps between all of them.
    bool const jumps = sample.format ? *sample.format != DataFormat::tar : sample.reads > 0.0;
    input.archives = jumps ? sample.archives : std::min(sample.archives, 1.0 * nodes * cores);
    input.stripes = sample.stripes;
    input.format = sample.format;
    return input;
}

}  // namespace clustersim
