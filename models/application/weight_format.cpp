// SPDX-License-Identifier: Apache-2.0
//
// Formats of weights that do not change.
//
// Equation. Bits of a number and its share of the scales of its block:
//   fp8     8            one scale for a tensor
//   mxfp8   8 + 8/32     blocks of 32 with a power of two of 8 bits
//   int8    8            one scale for a row
//   int4    4 + 20/128   groups of 128 with a scale in FP16 and a zero of 4 bits (GPTQ, AWQ)
//   nf4     4 + 0.127    blocks of 64 with scales of 8 bits, and one in FP32 for 256 of them
//   mxfp4   4 + 8/32     as mxfp8
//   nvfp4   4 + 8/16     blocks of 16 with a scale in FP8
// Matrix units take FP8, FP4 with the scales of its blocks, and integers of 8 bits; nothing takes nf4 and int4.
// Source. Rouhani et al., "Microscaling data formats for deep learning", 2023; NVIDIA, "Pretraining large language models with
// NVFP4", 2025; Dettmers et al., "QLoRA", 2023, section 3; Lin et al., "AWQ", 2024; Frantar et al., "GPTQ", 2023.
// Domain. Weights of linear maps; norms and tables of embeddings are a small part, and usually stored in more bits.
#include "models/application/weight_format.hpp"

#include "models/application/roofline.hpp"

namespace clustersim {

FormatBits bits_of(WeightFormat format) {
    switch (format) {
        case WeightFormat::plain: return {};
        case WeightFormat::fp8: return {8.0, 0.0, Precision::fp8};
        case WeightFormat::mxfp8: return {8.0, 8.0 / 32.0, Precision::fp8};
        case WeightFormat::int8: return {8.0, 0.0, Precision::int8};
        case WeightFormat::int4: return {4.0, 20.0 / 128.0, std::nullopt};
        case WeightFormat::nf4: return {4.0, 8.0 / 64.0 + 32.0 / (64.0 * 256.0), std::nullopt};
        case WeightFormat::mxfp4: return {4.0, 8.0 / 32.0, Precision::fp4};
        case WeightFormat::nvfp4: return {4.0, 8.0 / 16.0, Precision::fp4};
    }
    return {};
}

Bytes weight_size(WeightFormat format, Precision precision) {
    return format == WeightFormat::plain ? activation_size(precision) : bits_of(format).size();
}

bool multiplies_as_stored(WeightFormat format, Precision precision) {
    return format == WeightFormat::plain || bits_of(format).units == precision;
}

}  // namespace clustersim
