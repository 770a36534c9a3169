// SPDX-License-Identifier: Apache-2.0
//
// The attention of one layer as vLLM computes it (ai-dynamo/aiconfigurator): FlashAttention-2 on A100, 3 on H100, causal, in
// BF16, with the kernel that writes new keys and values to the cache. Prefill has all tokens of its requests at once, decode
// one token of each with `length` before it; its cache is in the device's last-level cache if it fits. The table is a seeded
// sample of 400 rows for each device and phase, heads of 64 and 128, no window.
#include "models/application/attention_rate.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/commands/validate/kernel_group.hpp"
#include "sim/commands/validate/sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

struct AttentionRow {
    double requests, length, heads, kv_heads, width;
    bool tuned;  ///< by the library written for the device
};

/// The kernel that writes keys and values to the cache.
Duration cache_write(AttentionRow const& row, double tokens, Roofline const& roofline) {
    return bytes(8.0 * tokens * row.kv_heads * row.width) / roofline.memory + roofline.launch;
}

Duration prefill_time(AttentionRow const& row, Roofline const& roofline) {
    double const tokens = row.requests * row.length;
    double const sequences = row.requests * row.heads;
    FlopRate const rate = (row.tuned ? roofline.attention_tuned : roofline.attention) *
                          head_share(row.width, row.tuned);
    Flop const work =
        flop(4.0 * tokens * row.length * row.heads * row.width) * causal_share(row.length);
    Bytes const moved = bytes(4.0 * tokens * (row.heads + row.kv_heads) * row.width);
    return prefill_attention_time(work, moved, sequences, row.length, true, rate, roofline) +
           cache_write(row, tokens, roofline);
}

Duration decode_time(AttentionRow const& row, Roofline const& roofline) {
    double const read = row.requests * row.length;
    return decode_attention_time(flop(4.0 * read * row.heads * row.width),
                                 bytes(4.0 * read * row.kv_heads * row.width),
                                 row.requests * row.kv_heads,
                                 roofline) +
           cache_write(row, row.requests, roofline);
}

std::optional<AttentionRow> attention_row(MeasuredRow const& row) {
    auto const number = [&](char const* column) { return row.number(column).value_or(0.0); };
    AttentionRow const read{number("batch"),
                            number("length"),
                            number("heads"),
                            number("kv_heads"),
                            number("head_width"),
                            false};
    double const least =
        std::min({read.requests, read.length, read.heads, read.kv_heads, read.width});
    if (least <= 0.0 || number("time_us") <= 0.0) return std::nullopt;
    return read;
}

std::vector<ValidationPoint> score_attention(MeasuredTable const& table,
                                             References const& references) {
    Catalogue const catalogue(references.folders().systems);
    std::map<std::string, std::size_t> known;
    std::vector<KernelGroup> groups;
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto read = attention_row(row);
        if (!read) {
            points.push_back(unknown_kernel(
                row, "batch, length, heads, kv_heads, head_width and time_us are needed"));
            continue;
        }
        std::string const name = row.text("accelerator") + ", " + row.lower("phase");
        if (!known.contains(name)) {
            auto const accelerator = catalogue.accelerator(row.text("accelerator"));
            auto const roofline =
                accelerator ? roofline_of(*accelerator, Precision::bf16) : std::nullopt;
            if (!roofline) {
                points.push_back(unknown_kernel(row, "no accelerator with a unit for " + name));
                continue;
            }
            known[name] = groups.size();
            groups.push_back({name, *roofline, {}});
        }
        Roofline const& of_group = groups[known[name]].roofline;
        read->tuned = of_group.attention_tuned > of_group.attention;
        bool const prefill = row.lower("phase") == "prefill";
        groups[known[name]].rows.push_back({&row,
                                            *row.number("time_us") * 1e-6,
                                            fmt::format("{} x {} tokens, {} of {} heads",
                                                        row.text("batch"),
                                                        row.text("length"),
                                                        row.text("heads"),
                                                        row.text("kv_heads")),
                                            [one = *read, prefill](Roofline const& r) {
                                                return prefill ? prefill_time(one, r)
                                                               : decode_time(one, r);
                                            }});
    }
    for (KernelGroup const& group : groups) add_points(group, points);
    return points;
}

}  // namespace

ValidationSet attention_set() {
    return {
        "attention",
        "Attention of one layer, prefill and decode",
        "kernels/attention.csv",
        {"accelerator", "phase", "batch", "length", "heads", "kv_heads", "head_width", "time_us"},
        {},
        score_attention};
}

}  // namespace clustersim
