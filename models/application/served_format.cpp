// SPDX-License-Identifier: Apache-2.0
//
// Rule. An engine multiplies in the format of the weights if the device has matrix units for it (FP8 on Hopper, FP4 on
// Blackwell). Else its kernels read the few bits and convert them to 16 bits in registers (weight-only kernels as Marlin).
// Source. Frantar et al., "MARLIN", PPoPP 2025: products with weights of 4 bits are limited by reading these bits up to some
// 16 to 32 rows, and by the matrix units at 16 bits beyond. vLLM, "Quantization", supported hardware.
// Domain. `mxfp4`, `int4` and `awq` keep activations in 16 bits on Hopper and older; on Blackwell MXFP4 is multiplied as FP4.
#include "models/application/served_format.hpp"

#include "models/application/roofline.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

constexpr std::string_view other_name_of_int4 = "awq";

bool has_units(Accelerator const& device, Precision precision) {
    return device.peak_of(precision, Unit::matrix).has_value();
}

}  // namespace

std::vector<std::string_view> served_format_names() {
    std::vector<std::string_view> names{"bf16", "fp16"};
    for (auto const& [name, format] : enum_names<WeightFormat>)
        if (format != WeightFormat::plain) names.push_back(name);
    names.push_back(other_name_of_int4);
    return names;
}

Result<ServedFormat> served_format(std::string_view name, Accelerator const& device) {
    if (name == "bf16" || name == "fp16")
        return ServedFormat{.precision = name == "fp16" ? Precision::fp16 : Precision::bf16};
    std::string_view const known = name == other_name_of_int4 ? "int4" : name;
    for (auto const& [word, format] : enum_names<WeightFormat>) {
        if (format == WeightFormat::plain || word != known) continue;
        auto const units = bits_of(format).units;
        bool const native = units && has_units(device, *units);
        std::string_view const asked = name == known ? std::string_view{} : other_name_of_int4;
        if (native) return ServedFormat{format, *units, false, asked};
        Precision const wide =
            has_units(device, Precision::bf16) ? Precision::bf16 : Precision::fp16;
        return ServedFormat{format, wide, true, asked};
    }
    auto const names = served_format_names();
    Diagnostic unknown =
        problem(Code::unknown_name, fmt::format("no format of weights is called \"{}\"", name));
    std::vector<std::string> const known_names(names.begin(), names.end());
    unknown.help = did_you_mean(name, known_names);
    return failure(std::move(unknown));
}

}  // namespace clustersim
