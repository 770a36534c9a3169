// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/build.hpp"
#include "models/fabric/cable_list.hpp"
#include "models/fabric/graph.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/input_file.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/core/quantity_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace clustersim {
namespace {

enum Column : std::size_t {
    from_column,
    to_column,
    bandwidth_column,
    latency_column,
    level_column,
    links_column
};
constexpr std::array<std::string_view, 6> column_names{
    "from", "to", "bandwidth", "latency", "level", "links"};
constexpr std::size_t required_columns = 5;
constexpr std::uint32_t most_links = 100000;

struct Field {
    std::string text;
    int column = 1;  ///< in the line, from 1
    int width = 0;
};

std::vector<Field> fields_of(std::string_view line) {
    std::vector<Field> fields;
    for (CsvCell& cell : csv_cells(line)) {
        auto const column = static_cast<int>(cell.where.data() - line.data()) + 1;
        fields.push_back({std::move(cell.text), column, static_cast<int>(cell.where.size())});
    }
    return fields;
}

class EdgeListReader {
  public:
    EdgeListReader(std::string_view text, std::string file) : file_(std::move(file)) {
        constexpr std::string_view mark = "\xef\xbb\xbf";  // as spreadsheets write it
        if (text.starts_with(mark)) text.remove_prefix(mark.size());
        while (!text.empty()) {
            std::size_t const end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            lines_.push_back(line);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    Result<Fabric> read() {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            line_ = static_cast<int>(i) + 1;
            std::vector<Field> const fields = fields_of(lines_[i]);
            if (fields.size() == 1 && (fields[0].text.empty() || fields[0].text[0] == '#'))
                continue;
            if (fields[0].text.starts_with('#')) continue;
            if (header_line_ == 0)
                read_header(fields);
            else
                read_row(fields);
        }
        if (header_line_ == 0) {
            line_ = 0;
            complain({}, Code::bad_syntax, "the header line is missing").expected =
                "from,to,bandwidth,latency,level[,links]";
        } else if (!diagnostics_.has_errors()) {
            check_nodes();
        }
        if (diagnostics_.has_errors()) return failure(std::move(diagnostics_));
        return build();
    }

  private:
    Diagnostic& complain(Field const& field, Code code, std::string message) {
        Diagnostic d;
        d.code = code;
        d.where = {file_, line_, line_ == 0 ? 0 : field.column, std::max(1, field.width)};
        d.message = std::move(message);
        if (line_ > 0) d.line_text = lines_[static_cast<std::size_t>(line_) - 1];
        return diagnostics_.add(std::move(d));
    }

    void read_header(std::vector<Field> const& fields) {
        header_line_ = line_;
        place_.fill(lines_.size() + fields.size());  // no column: an index past every row
        columns_ = fields.size();
        std::vector<std::string> const known(column_names.begin(), column_names.end());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            auto const at = std::ranges::find(column_names, fields[i].text);
            if (at == column_names.end()) {
                complain(fields[i],
                         Code::unknown_key,
                         fmt::format("there is no column \"{}\"", fields[i].text))
                    .help = did_you_mean(fields[i].text, known);
                continue;
            }
            std::size_t& place = place_[static_cast<std::size_t>(at - column_names.begin())];
            if (place < fields.size())
                complain(fields[i],
                         Code::duplicate_key,
                         fmt::format("the column \"{}\" is given twice", fields[i].text));
            place = i;
        }
        for (std::size_t c = 0; c < required_columns; ++c) {
            if (place_[c] < fields.size()) continue;
            complain(fields.front(),
                     Code::missing_key,
                     fmt::format("the column \"{}\" is missing", column_names[c]));
        }
        usable_ = !diagnostics_.has_errors();
    }

    void read_row(std::vector<Field> const& fields) {
        if (!usable_) return;
        if (fields.size() != columns_) {
            complain(fields.back(),
                     Code::bad_syntax,
                     fmt::format("{} fields, but the header has {} (line {})",
                                 fields.size(),
                                 columns_,
                                 header_line_));
            return;
        }
        auto const field = [&](Column column) { return fields[place_[column]]; };
        CableRow row;
        row.bandwidth =
            bytes_per_second(amount(field(bandwidth_column), Dimension::bandwidth, false));
        row.latency = seconds(amount(field(latency_column), Dimension::time, true));
        row.level = level(field(level_column));
        if (place_[links_column] < columns_) row.links = links(field(links_column));
        bool const injection = row.level == LinkLevel::injection;
        if (field(from_column).text == field(to_column).text) {
            complain(field(to_column), Code::inconsistent, "both ends of the cable are the same");
            return;
        }
        row.from = vertex(field(from_column), injection);
        row.to = vertex(field(to_column), false);
        cables_.rows.push_back(row);
    }

    double amount(Field const& field, Dimension dimension, bool may_be_zero) {
        auto const value = parse_quantity(field.text, dimension);
        if (!value) {
            complain(field, Code::wrong_unit, value.error()).expected = describe(dimension);
            return 1.0;
        }
        if (*value < 0.0 || (*value == 0.0 && !may_be_zero)) {
            complain(field,
                     Code::out_of_range,
                     fmt::format("\"{}\" is not a valid {} of a cable",
                                 field.text,
                                 dimension == Dimension::time ? "latency" : "bandwidth"));
            return 1.0;
        }
        return *value;
    }

    LinkLevel level(Field const& field) {
        std::vector<std::string> known;
        for (std::size_t i = 0; i < link_level_count; ++i) {
            known.emplace_back(name_of(static_cast<LinkLevel>(i)));
            if (known.back() == field.text) return static_cast<LinkLevel>(i);
        }
        complain(field, Code::unknown_name, fmt::format("there is no level \"{}\"", field.text))
            .help = did_you_mean(field.text, known);
        return LinkLevel::trunk;
    }

    std::uint32_t links(Field const& field) {
        std::uint32_t value = 0;
        char const* end = field.text.data() + field.text.size();
        auto const [stop, error] = std::from_chars(field.text.data(), end, value);
        if (error == std::errc{} && stop == end && value >= 1 && value <= most_links) return value;
        complain(field,
                 Code::out_of_range,
                 fmt::format("\"{}\" is not a number of parallel cables", field.text))
            .expected = fmt::format("a whole number from 1 to {}", most_links);
        return 1;
    }

    std::size_t vertex(Field const& field, bool is_node) {
        if (field.text.empty())
            complain(field, Code::wrong_type, "an end of the cable has no name");
        auto const [at, fresh] =
            by_name_.try_emplace(std::string(field.text), cables_.vertices.size());
        if (fresh) cables_.vertices.push_back({at->first, line_, is_node, {}});
        NamedVertex const& known = cables_.vertices[at->second];
        if (known.is_node != is_node) {
            Diagnostic& d = complain(field,
                                     Code::inconsistent,
                                     fmt::format("\"{}\" is a {} here, but a {} on line {}",
                                                 field.text,
                                                 is_node ? "node" : "switch",
                                                 known.is_node ? "node" : "switch",
                                                 known.line));
            d.help = "a node may only be named under `from`, in rows of level injection";
        }
        return at->second;
    }

    void check_nodes() {
        if (std::ranges::any_of(cables_.vertices, &NamedVertex::is_node)) return;
        line_ = header_line_;
        complain(fields_of(lines_[static_cast<std::size_t>(line_) - 1]).front(),
                 Code::inconsistent,
                 "no row has level injection, so the fabric has no nodes")
            .expected = "a row such as `node-0,switch-0,25 GB/s,1 us,injection`";
    }

    Result<Fabric> build() {
        Fabric fabric = fabric_of(cables_, file_);
        check_connected(fabric);
        if (diagnostics_.has_errors()) return failure(std::move(diagnostics_));
        return fabric;
    }

    void check_connected(Fabric const& fabric) {
        Components const parts = components(switch_graph(fabric));
        std::vector<bool> said(parts.count, false);
        NamedVertex const* first = nullptr;
        for (NamedVertex const& one : cables_.vertices) {
            if (one.is_node || said[parts.of[one.id.value]]) continue;
            said[parts.of[one.id.value]] = true;
            if (first == nullptr) {
                first = &one;
                continue;
            }
            line_ = one.line;
            for (Field const& field : fields_of(lines_[static_cast<std::size_t>(line_) - 1])) {
                if (field.text != one.name) continue;
                complain(field,
                         Code::inconsistent,
                         fmt::format(
                             "no cables lead from switch \"{}\" to \"{}\"", one.name, first->name));
                break;
            }
        }
    }

    std::string file_;
    std::vector<std::string_view> lines_;
    int line_ = 0;
    int header_line_ = 0;
    bool usable_ = false;
    std::size_t columns_ = 0;
    std::array<std::size_t, column_names.size()>
        place_{};  ///< of each column; a large value: the column is missing
    std::map<std::string, std::size_t, std::less<>> by_name_;
    CableList cables_;
    Diagnostics diagnostics_;
};

}  // namespace

Result<Fabric> parse_edge_list(std::string_view text, std::string const& file) {
    return EdgeListReader(text, file).read();
}

Result<Fabric> read_edge_list(std::filesystem::path const& path) {
    auto const text = read_text(path);
    if (!text) return failure(text.error());
    return parse_edge_list(*text, path.string());
}

}  // namespace clustersim
