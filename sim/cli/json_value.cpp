// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/json_value.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Goes from token to token of a JSON text that is known to be right so far.
class Tokens {
  public:
    Tokens(std::string_view text, std::string const& name)
        : text_(text),
          source_(std::make_shared<SourceText const>(SourceText{name, lines_of(text)})) {
        if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    /// Passes the next token, which is no comma and no colon; its place.
    ConfigNode next() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n,:", at_), text_.size());
        ConfigNode place = place_of(at_);
        begin_ = at_;
        if (text_.substr(at_, 1) == "\"")
            pass_text();
        else if (at_ < text_.size() && std::string_view("{}[]").find(text_[at_]) != text_.npos)
            ++at_;
        else
            at_ = std::min(text_.find_first_of(" \t\r\n,:{}[]\"", at_), text_.size());
        place.length = static_cast<int>(at_ - begin_);
        return place;
    }

    /// Where the last token begins and ends.
    [[nodiscard]] std::size_t begin() const { return begin_; }
    [[nodiscard]] std::size_t end() const { return at_; }
    [[nodiscard]] std::string written_from(std::size_t begin) const {
        return std::string(text_.substr(begin, at_ - begin));
    }

    /// Of a byte at or after the one that was asked for last.
    ConfigNode place_of(std::size_t byte) {
        for (; seen_ < byte; ++seen_)
            if (text_[seen_] == '\n') {
                ++line_;
                line_begin_ = seen_ + 1;
            }
        ConfigNode place;
        place.source = source_;
        place.line = line_;
        place.column = static_cast<int>(byte - line_begin_) + 1;
        return place;
    }

  private:
    void pass_text() {
        for (++at_; text_[at_] != '"'; ++at_)
            if (text_[at_] == '\\') ++at_;
        ++at_;
    }

    std::string_view text_;
    std::shared_ptr<SourceText const> source_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;
    std::size_t seen_ = 0;
    std::size_t line_begin_ = 0;
    int line_ = 1;
};

/// Takes what the library finds, in its order, which is that of the tokens.
class Taker final : public nlohmann::json_sax<nlohmann::json> {
  public:
    using Kind = JsonValue::Kind;

    Taker(std::string const& text, std::string const& name) : text_(text), tokens_(text, name) {}

    Result<JsonValue> take() {
        if (!nlohmann::json::sax_parse(text_, this)) return failure(std::move(wrong_));
        return std::move(root_);
    }

    bool null() override { return add_as_written(Kind::null); }
    bool boolean(bool /*value*/) override { return add_as_written(Kind::truth); }
    bool number_integer(std::int64_t /*value*/) override { return add_as_written(Kind::number); }
    bool number_unsigned(std::uint64_t /*value*/) override { return add_as_written(Kind::number); }
    bool number_float(double /*value*/, std::string const& /*written*/) override {
        return add_as_written(Kind::number);
    }
    bool string(std::string& value) override {
        add({Kind::text, std::move(value), {}, {}, tokens_.next()});
        return true;
    }
    bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*count*/) override { return open(Kind::object); }
    bool start_array(std::size_t /*count*/) override { return open(Kind::list); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(std::string& value) override {
        ConfigNode place = tokens_.next();
        if (depth_ == 1)
            root_.members.push_back(
                {{Kind::text, std::move(value), {}, {}, std::move(place)}, JsonValue{}});
        return true;
    }
    bool parse_error(std::size_t position,
                     std::string const& /*last_token*/,
                     nlohmann::json::exception const& error) override {
        std::size_t const at = position > 0 ? position - 1 : 0;
        std::string const what = error.what();
        // Without the library's number and its own place.
        std::size_t const dash = what.find(" - ");
        wrong_ = problem_at(tokens_.place_of(std::max(tokens_.begin(), std::min(text_.size(), at))),
                            Code::bad_syntax,
                            fmt::format("this is no JSON: {}",
                                        dash == std::string::npos ? what : what.substr(dash + 3)));
        return false;
    }

  private:
    bool add_as_written(Kind kind) {
        ConfigNode place = tokens_.next();
        add({kind, tokens_.written_from(tokens_.begin()), {}, {}, std::move(place)});
        return true;
    }

    /// Keeps a value of the outermost object, or of a list in it.
    void add(JsonValue value) {
        if (depth_ == 0)
            root_ = std::move(value);
        else if (depth_ == 1 && root_.kind == Kind::object)
            root_.members.back().value = std::move(value);
        else if (depth_ == 2 && root_.kind == Kind::object &&
                 root_.members.back().value.kind == Kind::list)
            root_.members.back().value.items.push_back(std::move(value));
    }

    bool open(Kind kind) {
        ConfigNode place = tokens_.next();
        place.length = 1;
        if (depth_ < kept_depth) begins_[depth_] = tokens_.begin();
        add({kind, {}, {}, {}, std::move(place)});
        ++depth_;
        return true;
    }

    /// Gives a value that is an object or a list its text.
    bool close() {
        tokens_.next();
        if (--depth_ >= kept_depth || depth_ == 0 || root_.kind != Kind::object) return true;
        JsonValue& member = root_.members.back().value;
        JsonValue* const closed = depth_ == 1                 ? &member
                                  : member.kind == Kind::list ? &member.items.back()
                                                              : nullptr;
        if (closed != nullptr) closed->text = tokens_.written_from(begins_[depth_]);
        return true;
    }

    /// The outermost object, its values, and the items of these.
    static constexpr std::size_t kept_depth = 3;

    std::string const& text_;
    Tokens tokens_;
    Diagnostic wrong_;
    JsonValue root_;
    std::size_t depth_ = 0;
    std::size_t begins_[kept_depth] = {};
};

}  // namespace

JsonValue const* JsonValue::find(std::string_view key) const {
    auto const found = std::ranges::find(
        members, key, [](Member const& one) -> std::string const& { return one.key.text; });
    return found == members.end() ? nullptr : &found->value;
}

Result<JsonValue> read_json(std::string const& text, std::string const& name) {
    return Taker(text, name).take();
}

}  // namespace clustersim
