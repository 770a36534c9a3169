// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, traffic and parameters of a decoder.
//
// Equations, for s tokens, width h, feed-forward width f, key/value width k, vocabulary V:
//   forward of a layer   2 s h (2h + 2k) + 4 s^2 h + 4 s h f (6 s h f with SwiGLU)
//   forward of logits    2 s h V
//   backward             twice the forward
// With f = 4h and full heads this is the 96 B s l h^2 (1 + s/6h + V/16lh) of Megatron with its fourth
// pass for full recomputation, or 72 without. The count is of the full score matrix, as frameworks
// print it, although fused causal attention computes half of it.
// Source. Narayanan et al., "Efficient large-scale language model training on GPU clusters using
// Megatron-LM", SC21, section 3.2; Korthikanti et al., "Reducing activation recomputation in large
// transformer models", 2022, appendix A; Dao, "FlashAttention-2", 2023, for fused attention.
// Domain. Dense decoders, sequence lengths at which one sequence stays on one tensor-parallel group.
#include "models/application/transformer.hpp"

namespace clustersim {
namespace {

double ffn_matrices(Transformer const& model) {
    return model.activation == Activation::swiglu ? 3.0 : 2.0;
}

double norm_parameters(Transformer const& model) {
    return (model.norm == Norm::layer ? 2.0 : 1.0) * model.hidden;
}

/// Weights of a layer's four or five matrices.
double layer_matrix_parameters(Transformer const& model) {
    double const h = model.hidden;
    return h * (2.0 * h + 2.0 * model.kv_width()) + ffn_matrices(model) * h * model.ffn;
}

/// Numbers that the GEMMs of a layer read and write per token on one device, weights apart.
double gemm_elements(Transformer const& model, double tensor) {
    double const h = model.hidden;
    double const f = model.ffn / tensor;
    double const up = model.activation == Activation::swiglu ? 2.0 : 1.0;
    double const qkv = h + (h + 2.0 * model.kv_width()) / tensor;
    double const out = h / tensor + h;
    return qkv + out + (h + up * f) + (f + h);
}

/// Numbers that element-wise kernels of a forward layer move per token on one device: two norms (read
/// and write), two residual additions (two reads, a write), the activation, position rotation.
double vector_elements(Transformer const& model, Plan const& plan) {
    double const t = plan.tensor;
    double const h = model.hidden / (plan.sequence_parallel ? t : 1.0);
    double const activation = model.activation == Activation::swiglu ? 3.0 : 2.0;
    double const rotation =
        model.positions == Positions::rotary ? 2.0 * (model.hidden + model.kv_width()) / t : 0.0;
    return 4.0 * h + 6.0 * h + activation * model.ffn / t + rotation;
}

/// Kernels of one forward layer beside the GEMMs: 2 norms, 2 residuals, activation, 2 layout changes
/// between the projection and the attention, 2 rotations.
double vector_kernels(Transformer const& model) {
    return model.positions == Positions::rotary ? 9.0 : 7.0;
}

/// Share of the full score matrix that is computed: fused causal attention skips the upper half.
double computed_scores(Transformer const& model) {
    return model.fused_attention ? 0.5 : 1.0;
}

}  // namespace

int Transformer::padded_vocabulary(int tensor) const {
    int const multiple = vocabulary_multiple * tensor;
    return (vocabulary + multiple - 1) / multiple * multiple;
}

double layer_parameters(Transformer const& model) {
    double const h = model.hidden;
    double const gates = ffn_matrices(model) - 1.0;
    double const biases =
        model.biases ? h + 2.0 * model.kv_width() + h + gates * model.ffn + h : 0.0;
    return layer_matrix_parameters(model) + biases + 2.0 * norm_parameters(model);
}

double embedding_parameters(Transformer const& model, int tensor) {
    double const h = model.hidden;
    double const tables = model.tied_embeddings ? 1.0 : 2.0;
    double const positions = model.positions == Positions::learned ? h * model.sequence : 0.0;
    return tables * h * model.padded_vocabulary(tensor) + positions;
}

double parameters(Transformer const& model, int tensor) {
    return model.layers * layer_parameters(model) + embedding_parameters(model, tensor) +
           norm_parameters(model);
}

Flop attention_forward_flop(Transformer const& model) {
    double const s = model.sequence;
    return flop(4.0 * s * s * model.hidden);
}

Flop layer_forward_flop(Transformer const& model) {
    return flop(2.0 * model.sequence * layer_matrix_parameters(model)) +
           attention_forward_flop(model);
}

Flop logits_forward_flop(Transformer const& model, int tensor) {
    return flop(2.0 * model.sequence * model.hidden * model.padded_vocabulary(tensor));
}

Flop model_flop(Transformer const& model) {
    return 3.0 * (static_cast<double>(model.layers) * layer_forward_flop(model) +
                  logits_forward_flop(model));
}

Flop hardware_flop(Transformer const& model, Recompute recompute) {
    double const layers = model.layers;
    switch (recompute) {
        case Recompute::none: return model_flop(model);
        case Recompute::selective:
            return model_flop(model) + layers * attention_forward_flop(model);
        case Recompute::full: return model_flop(model) + layers * layer_forward_flop(model);
    }
    return model_flop(model);
}

Bytes gradient_size(Precision precision) {
    // Megatron accumulates and reduces in FP32 when training in BF16 and in the weights' own format
    // otherwise (megatron/training/arguments.py).
    return precision == Precision::bf16 || precision == Precision::fp8 ? bytes(4)
                                                                       : size_of(precision);
}

DeviceWork layer_forward(Transformer const& model, Plan const& plan) {
    double const t = plan.tensor;
    double const b = plan.micro_batch;
    double const s = model.sequence;
    Bytes const number =
        size_of(plan.precision == Precision::fp8 ? Precision::bf16 : plan.precision);
    double const weights = layer_matrix_parameters(model) / t;

    DeviceWork work;
    work.gemm.flop = flop(2.0 * b * s * weights);
    work.gemm.traffic = number * (weights + b * s * gemm_elements(model, t));
    work.gemm.kernels = 2.0 + ffn_matrices(model);

    double const heads_width = (model.hidden + model.kv_width()) / t;
    work.attention.flop = attention_forward_flop(model) * (b / t * computed_scores(model));
    work.attention.traffic = number * (2.0 * b * s * heads_width);
    work.attention.kernels = model.fused_attention ? 1.0 : 2.0;

    work.vector.traffic = number * (b * s * vector_elements(model, plan));
    work.vector.flop = flop(10.0 * b * s * vector_elements(model, plan));
    work.vector.kernels = vector_kernels(model);
    if (!model.fused_attention) {
        // The score matrix is written, masked and normalised (read and write), dropped out (read and
        // write) and read once more.
        work.vector.traffic += number * (6.0 * b * s * s * model.heads / t);
        work.vector.kernels += 2.0;
    }
    return work;
}

DeviceWork layer_backward(Transformer const& model, Plan const& plan) {
    DeviceWork const forward = layer_forward(model, plan);
    double const weights = layer_matrix_parameters(model) / plan.tensor;
    DeviceWork work;
    work.gemm = forward.gemm;
    work.weight_gradient = forward.gemm;
    // The product is added into a gradient buffer: read and write instead of one read of the weights.
    work.weight_gradient.traffic += gradient_size(plan.precision) * (2.0 * weights);
    // Fused attention computes the scores again: five products instead of four (Dao 2023).
    work.attention = forward.attention * (model.fused_attention ? 2.5 : 2.0);
    work.attention.kernels = forward.attention.kernels * 2.0;
    work.vector = forward.vector * 2.0;
    return work;
}

DeviceWork logits_forward(Transformer const& model, Plan const& plan) {
    double const tokens = static_cast<double>(plan.micro_batch) * model.sequence;
    double const width = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    Bytes const number =
        size_of(plan.precision == Precision::fp8 ? Precision::bf16 : plan.precision);
    DeviceWork work;
    work.gemm.flop = flop(2.0 * tokens * model.hidden * width);
    work.gemm.traffic = number * (width * model.hidden + tokens * (model.hidden + width));
    work.gemm.kernels = 1.0;
    // The loss is computed in FP32: cast, maximum, exponentials and sum over the vocabulary.
    work.vector.traffic = bytes(4) * (4.0 * tokens * width);
    work.vector.flop = flop(10.0 * tokens * width);
    work.vector.kernels = 6.0;
    return work;
}

DeviceWork logits_backward(Transformer const& model, Plan const& plan) {
    DeviceWork const forward = logits_forward(model, plan);
    double const width = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    DeviceWork work;
    work.gemm = forward.gemm;
    work.weight_gradient = forward.gemm;
    work.weight_gradient.traffic += gradient_size(plan.precision) * (2.0 * width * model.hidden);
    work.vector = forward.vector * 0.5;
    return work;
}

}  // namespace clustersim
