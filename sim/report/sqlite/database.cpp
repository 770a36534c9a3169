// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/database.hpp"

#include <sqlite3.h>

#include <cstring>
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

Database::Database(std::unique_ptr<DatabaseState> state) : state_(std::move(state)) {}
Database::Database(Database&&) noexcept = default;

Database& Database::operator=(Database&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

Database::~Database() {
    if (state_) sqlite3_close_v2(state_->database);
}

Database Database::open(std::filesystem::path const& path, Access access) {
    auto state = std::make_unique<DatabaseState>();
    int const flags =
        access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    // The name is used as it is, not as a URI.
    int const result = sqlite3_open_v2(path.c_str(), &state->database, flags, nullptr);
    state->note(result);
    if (state->database != nullptr) sqlite3_extended_result_codes(state->database, 1);
    return Database(std::move(state));
}

Database Database::in_memory() {
    return open(":memory:", Access::write);
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
    if (sqlite3_get_autocommit(state_->database) == 0)
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
