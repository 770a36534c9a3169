// SPDX-License-Identifier: Apache-2.0
#include "models/machine/accelerator_config.hpp"

#include "models/machine/provenance.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

static_assert(enum_names<Precision>.size() == precision_count &&
              enum_names<Unit>.size() == unit_count);

void read_peaks(Reader peak, Accelerator& accelerator) {
    bool any = false;
    for (auto const& [precision_name, precision] : enum_names<Precision>) {
        auto of_precision = peak.optional_child(precision_name);
        if (!of_precision) continue;
        for (auto const& [unit_name, unit] : enum_names<Unit>) {
            auto const rate = of_precision->optional_quantity<FlopRate>(unit_name);
            accelerator.peak[static_cast<std::size_t>(precision)][static_cast<std::size_t>(unit)] =
                rate;
            any = any || rate.has_value();
        }
        auto const dense = accelerator.peak_of(precision, Unit::matrix);
        auto const sparse = accelerator.peak_of(precision, Unit::matrix_sparse);
        if (sparse && (!dense || *sparse < *dense)) {
            of_precision->complain(
                "matrix_sparse",
                Code::inconsistent,
                "the sparse rate is below the dense one, or there is no dense one");
        }
        of_precision->finish();
    }
    peak.finish();
    if (!any && peak.node().kind == ConfigNode::Kind::mapping)
        peak.complain("fp64", Code::missing_key, "an accelerator needs at least one peak rate");
}

void read_achievable(Reader& reader, Achievable& achievable) {
    Range const share{0.0, 1.0, true};
    achievable.matrix = reader.number("matrix", share);
    achievable.vector = reader.number("vector", share);
    achievable.memory = reader.number("memory", share);
    achievable.matrix_fp8 = reader.optional_number("matrix_fp8", share).value_or(achievable.matrix);
    achievable.matrix_fp4 =
        reader.optional_number("matrix_fp4", share).value_or(achievable.matrix_fp8);
    achievable.attention =
        reader.optional_number("attention", share).value_or(0.5 * achievable.matrix);
    achievable.attention_tuned =
        reader.optional_number("attention_tuned", share).value_or(achievable.attention);
    achievable.launch = reader.quantity<Duration>("launch");
    achievable.power_limit = reader.optional_quantity<Watts>("power_limit").value_or(Watts{});
    achievable.flop_per_joule =
        reader.optional_number("flop_per_joule", Range::positive(1e15)).value_or(0.0);
}

}  // namespace

NameTable<Precision> precision_names() {
    return enum_names<Precision>;
}
Accelerator read_accelerator(Reader& reader, std::string name) {
    Accelerator accelerator;
    accelerator.name = std::move(name);
    accelerator.model = reader.text("model");
    read_peaks(reader.child("peak"), accelerator);
    accelerator.multiprocessors = static_cast<int>(
        reader.optional_integer("multiprocessors", Range{1.0, 1e5, false}).value_or(1));
    accelerator.memory = reader.quantity<Bytes>("memory");
    accelerator.memory_bandwidth = reader.quantity<Bandwidth>("memory_bandwidth");
    Reader power = reader.child("power");
    accelerator.tdp = power.quantity<Watts>("tdp");
    accelerator.idle = power.quantity<Watts>("idle");
    accelerator.training = power.quantity<Watts>("training");
    if (power.has("tdp") && power.has("idle") && accelerator.idle > accelerator.tdp)
        power.complain("idle", Code::inconsistent, "the idle power exceeds the rated power");
    power.finish();
    Reader achievable = reader.child("achievable");
    read_achievable(achievable, accelerator.achievable);
    Watts const limit = accelerator.achievable.power_limit;
    if (limit.si() > 0.0 && limit <= accelerator.idle)
        achievable.complain(
            "power_limit", Code::inconsistent, "no device runs below its idle power");
    achievable.finish();
    return accelerator;
}

Result<Accelerator> read_accelerator_document(ConfigNode const& document) {
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/accelerator/1");
    reader.raw("sources");
    read_corrections(reader);
    std::string name = reader.text("name");
    Accelerator accelerator = read_accelerator(reader, std::move(name));
    reader.finish();
    check_provenance(document, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return accelerator;
}

}  // namespace clustersim
