// SPDX-License-Identifier: Apache-2.0
#include "sim/report/kernel_table_text.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/report/table.hpp"
#include "sim/stats/error_summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// "4096 x 8192 x 1024", "12 of 4096 x 4096 x 128", "256 MB".
std::string kernel_shape(Kernel const& kernel) {
    if (!has_shape(kernel.kind)) return fmt::format("{:.6g} MB", kernel.moved.si() * 1e-6);
    std::string const one = fmt::format("{:.0f} x {:.0f} x {:.0f}", kernel.m, kernel.n, kernel.k);
    return kernel.copies == 1.0 ? one : fmt::format("{:.0f} of {}", kernel.copies, one);
}

/// The attained rate of a time.
std::string rate_text(Kernel const& kernel, Duration time) {
    return has_shape(kernel.kind)
               ? fmt::format("{:.4g} TFLOP/s", (flop_of(kernel) / time).si() * 1e-12)
               : fmt::format("{:.4g} GB/s", (kernel.moved / time).si() * 1e-9);
}

/// The errors of the rows of one ceiling.
struct CeilingErrors {
    std::vector<double> before, after, unseen;
};

/// By the key of `achievable:`, in the order of their names.
std::map<std::string, CeilingErrors> errors_by_ceiling(KernelAnswer const& answer) {
    std::map<std::string, CeilingErrors> groups;
    for (std::size_t i = 0; i < answer.table.rows.size(); ++i) {
        CeilingErrors& group =
            groups[std::string(*ceiling_of(answer.table.rows[i].kernel, answer.start))];
        group.before.push_back(answer.fit.errors_before[i]);
        group.after.push_back(answer.fit.errors_after[i]);
        group.unseen.push_back(answer.fit.errors_unseen[i]);
    }
    return groups;
}

std::string amount(FittedFigure const& figure, double value) {
    return figure.unit.empty() ? fmt::format("{:.3f}", value)
                               : fmt::format("{:.3g} {}", value, figure.unit);
}

Table kernel_figures(KernelAnswer const& answer) {
    Table table;
    table.add_column("achievable", false);
    for (char const* title : {"before", "fitted", "95 % from", "to"}) table.add_column(title);
    for (FittedFigure const& figure : answer.fit.figures)
        table.rows.push_back({figure.path,
                              amount(figure, figure.before),
                              amount(figure, figure.value),
                              amount(figure, figure.low),
                              amount(figure, figure.high)});
    return table;
}

Table ceiling_table(KernelAnswer const& answer) {
    Table table;
    table.add_column("limited by", false);
    for (char const* title :
         {"rows", "mean error before", "fitted", "worst", "bias", "unseen half"})
        table.add_column(title);
    for (auto const& [name, errors] : errors_by_ceiling(answer)) {
        ErrorSummary const after = summary_of(errors.after);
        table.rows.push_back({name,
                              std::to_string(after.rows),
                              percent(summary_of(errors.before).mean),
                              percent(after.mean),
                              percent(after.worst),
                              signed_percent(after.bias),
                              percent(summary_of(errors.unseen).mean)});
    }
    return table;
}

Table kernel_rows(KernelAnswer const& answer) {
    Table table;
    for (char const* title : {"kernel", "precision", "shape"}) table.add_column(title, false);
    for (char const* title : {"measured", "predicted", "error"}) table.add_column(title);
    for (std::size_t i = 0; i < answer.table.rows.size(); ++i) {
        MeasuredKernel const& row = answer.table.rows[i];
        double const error = answer.fit.errors_after[i];
        table.rows.push_back({std::string(enum_name(row.kernel.kind)),
                              std::string(name_of(row.kernel.precision)),
                              kernel_shape(row.kernel),
                              rate_text(row.kernel, row.time),
                              rate_text(row.kernel, row.time * (1.0 + error)),
                              signed_percent(error)});
    }
    return table;
}

Json summary_of_json(std::vector<double> const& errors) {
    ErrorSummary const summary = summary_of(errors);
    return {{"mean_error", summary.mean}, {"max_error", summary.worst}, {"bias", summary.bias}};
}

std::string kernel_json(KernelAnswer const& answer) {
    Json json{{"schema", "clustersim/kernels/1"},
              {"accelerator", answer.start.name},
              {"device", answer.table.device},
              {"rows", answer.table.rows.size()},
              {"unused", answer.unused}};
    json["figures"] = Json::array();
    for (FittedFigure const& figure : answer.fit.figures)
        json["figures"].push_back({{"name", figure.path},
                                   {"unit", figure.unit},
                                   {"before", figure.before},
                                   {"value", figure.value},
                                   {"low", figure.low},
                                   {"high", figure.high}});
    json["ceilings"] = Json::array();
    for (auto const& [name, errors] : errors_by_ceiling(answer))
        json["ceilings"].push_back({{"name", name},
                                    {"rows", errors.after.size()},
                                    {"before", summary_of_json(errors.before)},
                                    {"after", summary_of_json(errors.after)},
                                    {"unseen", summary_of_json(errors.unseen)}});
    json["kernels"] = Json::array();
    for (std::size_t i = 0; i < answer.table.rows.size(); ++i) {
        MeasuredKernel const& row = answer.table.rows[i];
        json["kernels"].push_back(
            {{"line", row.line},
             {"kernel", enum_name(row.kernel.kind)},
             {"precision", name_of(row.kernel.precision)},
             {"measured_s", row.time.si()},
             {"predicted_s", row.time.si() * (1.0 + answer.fit.errors_after[i])}});
    }
    return json.dump(2) + "\n";
}

}  // namespace

std::string kernel_fit_text(KernelAnswer const& answer, Format format) {
    if (format == Format::json) return kernel_json(answer);
    std::string rows = to_text(kernel_rows(answer), format);
    if (format == Format::csv) return rows;
    return to_text(kernel_figures(answer), format) + "\n" + to_text(ceiling_table(answer), format) +
           "\n" + rows +
           fmt::format(
               "\n{} of {} rows used. \"unseen half\": errors of each half of the rows after a "
               "fit to the other half.\n",
               answer.table.rows.size(),
               answer.table.rows.size() + answer.unused);
}

std::string step_kernels_csv(StepKernels const& answer) {
    Table table;
    for (char const* title : {"kernel", "precision", "m", "n", "k", "copies", "bytes", "seconds"})
        table.add_column(title);
    for (std::size_t i = 0; i < answer.kernels.size(); ++i) {
        Kernel const& kernel = answer.kernels[i];
        bool const shape = has_shape(kernel.kind);
        auto const extent = [&](double value) {
            return shape ? fmt::format("{:.0f}", value) : std::string();
        };
        table.rows.push_back({std::string(enum_name(kernel.kind)),
                              std::string(name_of(kernel.precision)),
                              extent(kernel.m),
                              extent(kernel.n),
                              extent(kernel.k),
                              extent(kernel.copies),
                              shape ? std::string() : fmt::format("{:.0f}", kernel.moved.si()),
                              fmt::format("{:.6g}", answer.times[i].si())});
    }
    return fmt::format("# device: {}\n# seconds are predicted\n",
                       text_in(answer.accelerator, Format::table)) +
           to_csv(table);
}

}  // namespace clustersim
