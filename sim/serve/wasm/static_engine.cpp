// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/door.hpp"
#include "sim/core/version.hpp"
#include "sim/report/diagnostics_json.hpp"

#include <nlohmann/json.hpp>
#include <cstring>
#include <cstdlib>

using namespace clustersim;
struct clustersim_door { DataFolders data; };
using hear_t = int (*)(void*, char const*);
extern "C" {
char const* clustersim_version() { static std::string const v(program_version()); return v.c_str(); }
clustersim_door* clustersim_open(char const* f, size_t) { return new clustersim_door{{f}}; }
void clustersim_close(clustersim_door* d) { delete d; }
void clustersim_free(char* t) { std::free(t); }
char* clustersim_ask(clustersim_door* door, char const* question, unsigned, unsigned, hear_t hear, void* user) {
    Work work;
    work.progress = [&](std::size_t done, std::size_t all) {
        if (hear) hear(user, nlohmann::json{{"event","progress"},{"what","replicates"},{"done",done},{"all",all}}.dump().c_str());
    };
    Answer const a = ask({question}, work, door->data);
    nlohmann::ordered_json j;
    j["exit_code"] = a.exit_code; j["text"] = a.text; j["remarks"] = a.remarks;
    j["problems"] = nlohmann::ordered_json::parse(diagnostics_json(a.problems));
    return strdup(j.dump().c_str());
}
}
