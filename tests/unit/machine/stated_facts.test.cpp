// SPDX-License-Identifier: Apache-2.0
// The tables in tests/data/facts: what the sites' pages and users' probes say, and where the machine files have it.
#include "models/machine/catalogue.hpp"
#include "sim/core/csv.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

using namespace clustersim;

namespace {

struct StatedFact {
    std::string what, machine, path, value, confidence, source;
};

/// The rows of a table, without comments and the line of titles.
std::vector<StatedFact> rows_of(std::filesystem::path const& file) {
    std::ifstream stream(file);
    std::vector<StatedFact> rows;
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#') continue;
        auto const cells = csv_cells(line);
        REQUIRE(cells.size() == 6);
        rows.push_back({cells[0].text,
                        cells[1].text,
                        cells[2].text,
                        cells[3].text,
                        cells[4].text,
                        cells[5].text});
    }
    REQUIRE_FALSE(rows.empty());
    rows.erase(rows.begin());
    return rows;
}

std::vector<Fact> values_of_machine(std::string const& name) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    return values_of(*loaded);
}

}  // namespace

TEST_CASE("every row of a table of facts is in a machine's file, with its source",
          "[machine][unit]") {
    std::map<std::string, std::vector<Fact>> machines;
    std::size_t rows = 0;
    for (auto const& entry :
         std::filesystem::directory_iterator(std::string(PROJECT_DIR) + "/tests/data/facts")) {
        if (entry.path().extension() != ".csv") continue;
        for (StatedFact const& row : rows_of(entry.path())) {
            INFO(entry.path().filename().string()
                 << ": " << row.what << ", " << row.machine << " " << row.path);
            auto known = machines.find(row.machine);
            if (known == machines.end())
                known = machines.emplace(row.machine, values_of_machine(row.machine)).first;
            auto const fact = std::ranges::find(known->second, row.path, &Fact::path);
            REQUIRE(fact != known->second.end());
            // A remark has no value; its text has the number.
            if (fact->value.empty())
                CHECK(fact->note.find(row.value) != std::string::npos);
            else
                CHECK(fact->value == row.value);
            CHECK(fact->confidence == row.confidence);
            CHECK(fact->citation.find(row.source) != std::string::npos);
            ++rows;
        }
    }
    CHECK(rows > 50);
}
