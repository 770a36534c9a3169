// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;  // of SQLite, whose header only database.cpp includes

namespace clustersim {

struct DatabaseState;

/// A prepared statement. Parameters and columns count from 0.
class Statement {
  public:
    Statement& bind(int parameter, std::string_view text);
    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, std::optional<double> number);

    /// Advances to the next row; false after the last one and after an error.
    bool step();
    /// Runs a statement without rows and makes it ready for the next values.
    void run();

    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double number(int column) const;

    [[nodiscard]] int columns() const;
    /// Appends the type and the bytes of a value: different values give different bytes on every machine.
    void append_bytes(int column, std::string& out) const;

  private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3_stmt* statement, DatabaseState& state);
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    DatabaseState* state_;
};

/// An open SQLite file. After an error all further statements do nothing, so a sequence of statements needs one check at
/// its end.
class Database {
  public:
    /// `own`: a reader of a file that the command writes; any other reader is refused there (core/claimed_outputs.hpp).
    enum class Access { read, own, write };
    /// Whatever the name, it is one of a file: not of a database in memory, and no URI. Error: it is a pipe or a folder.
    static Database open(std::filesystem::path const& path, Access access);
    /// An empty database in memory.
    static Database in_memory();
    ~Database();
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;

    /// Runs statements without parameters, up to the first that fails.
    void run(std::string const& statements);
    Statement prepare(std::string const& statement);
    /// Makes the tables of another file available under this name.
    void attach(std::filesystem::path const& path, std::string const& as);
    /// The first column of the first row as text; nothing if there is no row.
    std::optional<std::string> value_of(std::string const& statement);
    /// A text or a name as SQL writes it.
    static std::string quoted(std::string_view text);
    static std::string quoted_name(std::string_view name);

    [[nodiscard]] bool failed() const;
    /// True if the error is that another process uses the file.
    [[nodiscard]] bool is_locked() const;
    /// True if the error is that the file is no database, or a damaged one.
    [[nodiscard]] bool is_foreign() const;
    /// What failed, in words.
    [[nodiscard]] std::string reason() const;
    /// Forgets the error and everything since the beginning of the transaction.
    void roll_back();
    /// The whole content as the bytes of a file; empty after an error.
    std::string bytes();
    /// Closes the file; true if that and everything before succeeded.
    bool close();

  private:
    explicit Database(std::unique_ptr<DatabaseState> state);
    std::unique_ptr<DatabaseState> state_;
};

}  // namespace clustersim
