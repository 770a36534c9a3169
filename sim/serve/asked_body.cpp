// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/asked_body.hpp"

#include "sim/core/ascii.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace clustersim {
namespace {

using nlohmann::json;

constexpr std::size_t deepest = 200;

/// `vega` of a document in YAML with the line `system: vega`.
std::string machine_of_yaml(std::string_view text) {
    constexpr std::string_view key = "system:";
    for (std::string_view const line : split(text, "\n"))
        if (line.starts_with(key))
            return std::string(trimmed(line.substr(key.size(), line.find('#') - key.size())));
    return {};
}

/// Hears the parts of a text in JSON and builds nothing of them.
class BodySax final : public nlohmann::json_sax<json> {
  public:
    explicit BodySax(AskedBody& body) : body_(&body) {}

    bool null() override { return value(); }
    bool boolean(bool /*value*/) override { return value(); }
    bool number_integer(number_integer_t /*value*/) override { return value(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return value(); }
    bool number_float(number_float_t /*value*/, string_t const& /*text*/) override {
        return value();
    }
    bool binary(binary_t& /*value*/) override { return value(); }
    bool string(string_t& text) override {
        if (depth_ == 1 && key_ == "command") body_->command = text;
        if (body_->machine.empty() && (key_ == "system" || key_ == "systems"))
            body_->machine = text;
        if (body_->machine.empty() && key_ == "yaml") body_->machine = machine_of_yaml(text);
        return value();
    }
    bool start_object(std::size_t /*size*/) override {
        is_object_ = is_object_ || depth_ == 0;
        return deeper();
    }
    bool start_array(std::size_t /*size*/) override { return deeper(); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool key(string_t& name) override {
        key_ = name;
        if (depth_ > 1) return true;
        body_->has_command = body_->has_command || name == "command";
        return true;
    }
    bool parse_error(std::size_t position,
                     std::string const& /*token*/,
                     nlohmann::detail::exception const& error) override {
        position_ = position;
        why_ = error.what();
        return false;
    }

    [[nodiscard]] bool is_object() const { return is_object_; }
    [[nodiscard]] bool is_too_deep() const { return depth_ > deepest; }
    [[nodiscard]] std::size_t position() const { return position_; }
    [[nodiscard]] std::string why() const {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing …"
        std::size_t const column = why_.find("column ");
        std::size_t const from = why_.find(column == std::string::npos ? "] " : ": ",
                                           column == std::string::npos ? 0 : column);
        return from == std::string::npos ? why_ : why_.substr(from + 2);
    }

  private:
    bool value() { return depth_ > 0; }
    bool deeper() { return (depth_ > 0 || is_object_) && ++depth_ <= deepest; }
    bool end() {
        --depth_;
        return true;
    }

    AskedBody* body_;
    std::string key_;
    std::size_t depth_ = 0;
    bool is_object_ = false;
    std::size_t position_ = 0;
    std::string why_;
};

/// The place of a byte of a text, of which the reader names the number of the byte after it.
SourceSpan place_of(std::string_view text, std::size_t position) {
    std::string_view const before = text.substr(0, position == 0 ? 0 : position - 1);
    std::size_t const line_start = before.rfind('\n') + 1;  // 0 if there is none
    return {.file = "body",
            .line = 1 + static_cast<int>(std::ranges::count(before, '\n')),
            .column = 1 + static_cast<int>(before.size() - line_start)};
}

}  // namespace

Result<AskedBody> read_asked_body(std::string text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    AskedBody body;
    if (trimmed(text).empty()) text = "{}";
    BodySax sax(body);
    if (!json::sax_parse(text, &sax)) {
        Diagnostic wrong;
        wrong.code = Code::bad_syntax;
        wrong.where = place_of(text, sax.position());
        wrong.expected = "an object in JSON: {\"app\": \"gpt-857m\", \"system\": \"lumi\"}";
        if (sax.is_too_deep())
            wrong.message = fmt::format("the body has more than {} levels", deepest);
        else if (!sax.is_object() && sax.why().empty())
            wrong.message = "the body is no object";
        else
            wrong.message = "the body is no JSON: " + sax.why();
        return failure(std::move(wrong));
    }
    body.text = std::move(text);
    return body;
}

std::string json_text(std::string_view text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace clustersim
