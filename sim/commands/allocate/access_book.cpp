// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/access_book.hpp"

namespace clustersim {

AccessBook access_book(StageRuns const& runs) {
    AccessBook book;
    for (ResolvedRun const& run : runs.runs) {
        System const& system = run.system->system;
        if (book.contains(system.name)) continue;
        MachineAccess& machine = book[system.name];
        machine.given = run.variant.document.find("system")->scalar;
        machine.monthly_quota = system.rules.monthly_quota;
        machine.closed = system.upkeep.closed;
        for (AccessMode const& mode : system.access)
            machine.terms.emplace(std::pair(mode.partition_group, mode.name),
                                  access_terms(run.system->document, mode));
    }
    return book;
}

AccessTerms const&
terms_of(AccessBook const& book, std::string const& system, AccessMode const& mode) {
    static AccessTerms const none;
    auto const machine = book.find(system);
    if (machine == book.end()) return none;
    auto const found = machine->second.terms.find({mode.partition_group, mode.name});
    return found == machine->second.terms.end() ? none : found->second;
}

}  // namespace clustersim
