// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/waits_model_file.hpp"

#include "sim/core/input_file.hpp"
#include "sim/history/waits/queue_history.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using ModelJson = nlohmann::ordered_json;

constexpr std::string_view checksum_line = ",\n\"sha256\": \"";
constexpr std::string_view fit_again = "fit it again: clustersim fit waits sacct.txt -o waits.json";

std::string date_text(Instant unix_time) {
    return slurm::instant_text(unix_time, Seconds{0});
}

ModelJson score_object(WaitsModel const& model) {
    ModelJson json{{"jobs", model.score.jobs}, {"days", model.scored_days}};
    for (auto const& [name, part] : score_parts) json[name] = model.score.*part;
    return json;
}

WaitScore score_from(ModelJson const& json) {
    WaitScore score{.jobs = json.at("jobs").get<std::size_t>()};
    for (auto const& [name, part] : score_parts) score.*part = json.at(name).get<double>();
    return score;
}

/// The place of a byte of a text.
SourceSpan place_at(std::string const& file, std::string_view text, std::size_t byte) {
    auto const before = text.substr(0, byte);
    // Without a line break, npos + 1 is 0.
    return {.file = file,
            .line = static_cast<int>(std::ranges::count(before, '\n')) + 1,
            .column = static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1};
}

/// The place of the first `part` after `after` in a text.
SourceSpan place_in(std::string const& file,
                    std::string_view text,
                    std::string_view part,
                    std::string_view after = {}) {
    auto const begin = text.find(after);
    auto const at = text.find(part, begin == std::string_view::npos ? 0 : begin);
    if (at == std::string_view::npos) return {.file = file};
    SourceSpan place = place_at(file, text, at);
    place.length = static_cast<int>(part.size());
    return place;
}

class ModelReading {
  public:
    ModelReading(std::string file, std::string text)
        : file_(std::move(file)), text_(std::move(text)) {}

    Result<WaitsModel> read() {
        try {
            json_ = ModelJson::parse(text_);
        } catch (ModelJson::parse_error const& error) {
            return failure(not_json(error.byte));
        }
        if (auto wrong = other_format()) return failure(std::move(*wrong));
        if (auto wrong = other_columns()) return failure(std::move(*wrong));
        if (auto wrong = changed()) return failure(std::move(*wrong));
        try {
            return model();
        } catch (ModelJson::exception const&) {
            return failure(at(problem(Code::bad_syntax,
                                      "a part of the model is missing or has another type",
                                      std::string(fit_again)),
                              {}));
        }
    }

  private:
    [[nodiscard]] Diagnostic
    at(Diagnostic one, std::string_view part, std::string_view after = {}) const {
        one.where = part.empty() ? SourceSpan{.file = file_} : place_in(file_, text_, part, after);
        return one;
    }

    [[nodiscard]] Diagnostic not_json(std::size_t byte) const {
        bool const cut = byte > text_.size();
        auto out = problem(Code::bad_syntax,
                           cut ? "the model ends too early: the file is cut short"
                               : "this is not a model of waits: it is not JSON",
                           std::string(fit_again));
        auto const last = std::min(std::max<std::size_t>(byte, 1), text_.size() + 1) - 1;
        out.where = place_at(file_, text_, last);
        return out;
    }

    [[nodiscard]] std::optional<Diagnostic> other_format() const {
        auto const found = json_.is_object() ? json_.find("format") : json_.end();
        if (found == json_.end() || !found->is_string()) {
            return at(problem(Code::missing_key,
                              "this is not a model of waits: it has no format",
                              "clustersim fit waits sacct.txt -o waits.json writes one"),
                      {});
        }
        auto const format = found->get<std::string>();
        if (format == waits_model_format) return std::nullopt;
        auto out = at(problem(Code::inconsistent,
                              fmt::format("the format of the model is \"{}\"", format),
                              std::string(fit_again)),
                      format,
                      "\"format\"");
        out.expected = waits_model_format;
        return out;
    }

    [[nodiscard]] std::optional<Diagnostic> other_columns() const {
        std::vector<std::string> known;
        for (FeatureColumn const& column : job_feature_columns()) known.push_back(column.name);
        std::vector<std::string> found;
        if (auto const columns = json_.find("columns"); columns != json_.end())
            for (auto const& one : *columns)
                found.push_back(one.is_string() ? one.get<std::string>() : one.dump());
        auto const [expected, other] = std::ranges::mismatch(known, found);
        if (expected == known.end() && other == found.end()) return std::nullopt;
        auto const name = other == found.end() ? std::string() : *other;
        auto out =
            at(problem(Code::inconsistent,
                       other == found.end()
                           ? fmt::format("the model learned from {} columns, the column "
                                         "\"{}\" is missing",
                                         found.size(),
                                         *expected)
                           : fmt::format("the model learned from another column, \"{}\"", name),
                       std::string(fit_again)),
               fmt::format("\"{}\"", name.empty() ? "columns" : name),
               "\"columns\"");
        out.expected =
            expected == known.end() ? fmt::format("{} columns", known.size()) : *expected;
        return out;
    }

    [[nodiscard]] std::optional<Diagnostic> changed() const {
        auto const end = text_.rfind(checksum_line);
        auto const sum = json_.find("sha256");
        bool const same = end != std::string::npos && sum != json_.end() && sum->is_string() &&
                          slurm::sha256_hex(text_.substr(0, end)) == sum->get<std::string>();
        if (same) return std::nullopt;
        return at(problem(Code::inconsistent,
                          "the model was changed after it was written: its checksum differs",
                          std::string(fit_again)),
                  sum == json_.end() ? "" : "\"sha256\"");
    }

    [[nodiscard]] Result<WaitsModel> model() const {
        std::vector<BoostedTrees> fits;
        for (auto const& one : json_.at("trees")) {
            auto trees = BoostedTrees::from_json(one.dump());
            if (!trees) return failure(std::move(trees.error()));
            fits.push_back(std::move(*trees));
        }
        auto const& calibration = json_.at("calibration");
        auto const& span = json_.at("span");
        return WaitsModel{
            .version = json_.at("version").get<std::string>(),
            .columns = json_.at("columns").get<std::vector<std::string>>(),
            .largest = json_.at("largest").get<std::vector<double>>(),
            .trees = LearnedTrees(std::move(fits)),
            .calibration = {.range = CalibratedRange(
                                calibration.at("upper_edges").get<std::vector<double>>(),
                                calibration.at("errors").get<std::vector<std::vector<double>>>()),
                            .below = calibration.at("below").get<double>(),
                            .above = calibration.at("above").get<double>()},
            .names = {.user = NumberOfName(json_.at("users").get<NumberOfName::Numbers>()),
                      .queue = NumberOfName(json_.at("partitions").get<NumberOfName::Numbers>())},
            .from = Instant{span.at("from_unix_s").get<std::int64_t>()},
            .until = Instant{span.at("until_unix_s").get<std::int64_t>()},
            .days = span.at("days").get<std::size_t>(),
            .ended = span.at("waits").get<std::size_t>(),
            .score = score_from(json_.at("scores")),
            .scored_days = json_.at("scores").at("days").get<std::size_t>()};
    }

    std::string file_, text_;
    ModelJson json_;
};

}  // namespace

Result<std::string> waits_model_json(WaitsModel const& model) {
    ModelJson const head{{"format", waits_model_format},
                         {"version", model.version},
                         {"span",
                          {{"from", date_text(model.from)},
                           {"until", date_text(model.until)},
                           {"from_unix_s", model.from.since_origin},
                           {"until_unix_s", model.until.since_origin},
                           {"days", model.days},
                           {"waits", model.ended}}},
                         {"scores", score_object(model)},
                         {"partitions", model.names.queue.numbers()},
                         {"users", model.names.user.numbers()},
                         {"columns", model.columns},
                         {"largest", model.largest},
                         {"calibration",
                          {{"below", model.calibration.below},
                           {"above", model.calibration.above},
                           {"upper_edges", model.calibration.range.upper_edges()},
                           {"errors", model.calibration.range.errors()}}}};
    // One key per line, so that a problem has a line.
    std::string out;
    for (auto const& [key, value] : head.items())
        out += fmt::format("{}\"{}\": {}",
                           out.empty() ? "{\n" : ",\n",
                           key,
                           value.dump(-1, ' ', false, ModelJson::error_handler_t::replace));
    out += ",\n\"trees\": [\n";
    bool first = true;
    for (BoostedTrees const& trees : model.trees.fits()) {
        auto const text = trees.to_json();
        if (!text) return failure(text.error());
        out += fmt::format("{}{}", std::exchange(first, false) ? "" : ",\n", *text);
    }
    out += "]";
    return out + std::string(checksum_line) + slurm::sha256_hex(out) + "\"\n}\n";
}

Result<WaitsModel> read_waits_model(std::filesystem::path const& path) {
    auto text = read_text(path);
    if (!text) return failure(std::move(text.error()));
    return ModelReading(path == "-" ? "<stdin>" : path.string(), std::move(*text)).read();
}

}  // namespace clustersim
