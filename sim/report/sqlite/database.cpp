// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/database.hpp"

#include "sim/core/claimed_outputs.hpp"

#include <sqlite3.h>

#include <bit>
#include <cstring>
#include <system_error>
#include <utility>

namespace clustersim {

struct DatabaseState {
    sqlite3* database = nullptr;
    int error = SQLITE_OK;
    std::string message;

    /// Keeps the first error.
    void note(int result) {
        if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return;
        if (error != SQLITE_OK) return;
        error = result;
        int const system = database != nullptr ? sqlite3_system_errno(database) : 0;
        message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(result);
        // SQLite's own words for a failed write do not say why it failed.
        bool const of_system =
            (result & 0xff) == SQLITE_IOERR || (result & 0xff) == SQLITE_CANTOPEN;
        if (of_system && system != 0) message = std::strerror(system);
    }
};

Statement::Statement(sqlite3_stmt* statement, DatabaseState& state)
    : statement_(statement), state_(&state) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Statement& Statement::bind(int parameter, std::string_view text) {
    if (statement_)
        state_->note(sqlite3_bind_text(statement_.get(),
                                       parameter + 1,
                                       text.data(),
                                       static_cast<int>(text.size()),
                                       SQLITE_TRANSIENT));
    return *this;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
    if (statement_) state_->note(sqlite3_bind_int64(statement_.get(), parameter + 1, number));
    return *this;
}

Statement& Statement::bind(int parameter, std::optional<double> number) {
    if (!statement_) return *this;
    state_->note(number ? sqlite3_bind_double(statement_.get(), parameter + 1, *number)
                        : sqlite3_bind_null(statement_.get(), parameter + 1));
    return *this;
}

bool Statement::step() {
    if (!statement_ || state_->error != SQLITE_OK) return false;
    int const result = sqlite3_step(statement_.get());
    state_->note(result);
    return result == SQLITE_ROW;
}

void Statement::run() {
    step();
    if (statement_) sqlite3_reset(statement_.get());
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::string Statement::text(int column) const {
    auto const* bytes = sqlite3_column_text(statement_.get(), column);
    auto const size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): SQLite's texts are of unsigned char
    return bytes == nullptr ? std::string()
                            : std::string(reinterpret_cast<char const*>(bytes), size);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::number(int column) const {
    return sqlite3_column_double(statement_.get(), column);
}

int Statement::columns() const {
    return sqlite3_column_count(statement_.get());
}

namespace {

void append_number(std::uint64_t bits, std::string& out) {
    for (int byte = 0; byte < 8; ++byte) out += static_cast<char>((bits >> (8 * byte)) & 0xffU);
}

}  // namespace

void Statement::append_bytes(int column, std::string& out) const {
    int const type = sqlite3_column_type(statement_.get(), column);
    out += static_cast<char>(type);
    if (type == SQLITE_INTEGER)
        append_number(static_cast<std::uint64_t>(integer(column)), out);
    else if (type == SQLITE_FLOAT)
        append_number(std::bit_cast<std::uint64_t>(number(column)), out);
    else if (type != SQLITE_NULL) {
        std::string const bytes = text(column);
        append_number(bytes.size(), out);
        out += bytes;
    }
}

Database::Database(std::unique_ptr<DatabaseState> state) : state_(std::move(state)) {}
Database::Database(Database&&) noexcept = default;

Database& Database::operator=(Database&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

Database::~Database() {
    if (state_) sqlite3_close_v2(state_->database);
}

namespace {

/// A name that SQLite takes for nothing but a file: `file:x` would be a URI, `:memory:` no file.
std::string plain_name(std::filesystem::path const& path) {
    std::error_code error;
    return std::filesystem::absolute(path, error).string();
}

/// Why SQLite should not open the file; it would wait for the writer of a pipe.
std::string refusal_of(std::filesystem::path const& path, Database::Access access) {
    std::error_code ignored;
    auto const status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return "it is no regular file";
    if (access != Database::Access::read) return {};
    auto const written = also_written(path);
    return written ? written->message : "";
}

}  // namespace

Database Database::open(std::filesystem::path const& path, Access access) {
    auto state = std::make_unique<DatabaseState>();
    if (std::string why = refusal_of(path, access); !why.empty()) {
        state->error = SQLITE_CANTOPEN;
        state->message = std::move(why);
        return Database(std::move(state));
    }
    int const flags =
        access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    int const result = sqlite3_open_v2(plain_name(path).c_str(), &state->database, flags, nullptr);
    state->note(result);
    if (state->database != nullptr) sqlite3_extended_result_codes(state->database, 1);
    return Database(std::move(state));
}

Database Database::in_memory() {
    auto state = std::make_unique<DatabaseState>();
    state->note(sqlite3_open_v2(
        ":memory:", &state->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr));
    return Database(std::move(state));
}

void Database::attach(std::filesystem::path const& path, std::string const& as) {
    run("ATTACH " + quoted(plain_name(path)) + " AS " + as);
}

void Database::run(std::string const& statements) {
    if (!failed())
        state_->note(sqlite3_exec(state_->database, statements.c_str(), nullptr, nullptr, nullptr));
}

Statement Database::prepare(std::string const& statement) {
    sqlite3_stmt* prepared = nullptr;
    if (!failed())
        state_->note(
            sqlite3_prepare_v2(state_->database, statement.c_str(), -1, &prepared, nullptr));
    return {prepared, *state_};
}

std::optional<std::string> Database::value_of(std::string const& statement) {
    Statement question = prepare(statement);
    if (!question.step() || question.is_null(0)) return std::nullopt;
    return question.text(0);
}

namespace {

std::string between(char quote, std::string_view text) {
    std::string out(1, quote);
    for (char const c : text) out.append(c == quote ? 2 : 1, c);
    return out + quote;
}

}  // namespace

std::string Database::quoted(std::string_view text) {
    return between('\'', text);
}

std::string Database::quoted_name(std::string_view name) {
    return between('"', name);
}

bool Database::failed() const {
    return state_->error != SQLITE_OK;
}

bool Database::is_locked() const {
    return (state_->error & 0xff) == SQLITE_BUSY;
}

bool Database::is_foreign() const {
    int const primary = state_->error & 0xff;
    return primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT;
}

std::string Database::reason() const {
    return state_->message;
}

void Database::roll_back() {
    state_->error = SQLITE_OK;
    if (state_->database != nullptr && sqlite3_get_autocommit(state_->database) == 0)
        sqlite3_exec(state_->database, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::string Database::bytes() {
    if (failed()) return {};
    sqlite3_int64 size = 0;
    std::unique_ptr<unsigned char, decltype(&sqlite3_free)> const content(
        sqlite3_serialize(state_->database, "main", &size, 0), &sqlite3_free);
    if (!content) {
        state_->note(SQLITE_NOMEM);
        return {};
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): SQLite's bytes are unsigned
    return {reinterpret_cast<char const*>(content.get()), static_cast<std::size_t>(size)};
}

bool Database::close() {
    state_->note(sqlite3_close(std::exchange(state_->database, nullptr)));
    return !failed();
}

}  // namespace clustersim
