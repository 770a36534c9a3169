// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>

namespace clustersim {

/// Questions that wait. Each asker's are answered in their order, and the askers take turns, so nobody waits for the many
/// questions of another.
class FairQueue {
  public:
    using Ticket = std::uint64_t;

    FairQueue(std::size_t most_each, std::size_t most_in_all)
        : most_each_(most_each), most_in_all_(most_in_all) {}

    enum class Full { none, asker, all };
    /// Why no question of the asker is taken now.
    [[nodiscard]] Full is_full(std::string const& asker) const;
    Ticket enter(std::string const& asker);
    /// The question whose turn it is.
    [[nodiscard]] std::optional<Ticket> next() const;
    /// Takes a question out, answered or not; of one that is next, its asker goes to the end of the row.
    void leave(Ticket ticket);
    /// How many questions are answered before this one, if no others come.
    [[nodiscard]] std::size_t before(Ticket ticket) const;
    [[nodiscard]] std::size_t size() const { return asker_of_.size(); }

  private:
    std::size_t most_each_;
    std::size_t most_in_all_;
    Ticket last_ = 0;
    std::list<std::string> turns_;  ///< askers with questions, the next one first
    std::map<std::string, std::deque<Ticket>> waiting_;
    std::map<Ticket, std::string> asker_of_;
};

}  // namespace clustersim
