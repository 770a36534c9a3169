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
/// questions of another. Of several places, one asker has not the last: a short question of another need not wait until a
/// long one ends.
class FairQueue {
  public:
    using Ticket = std::uint64_t;

    /// `most_each` questions of an asker and `most_in_all` may wait, and `places` are answered at a time.
    FairQueue(std::size_t most_each, std::size_t most_in_all, std::size_t places)
        : most_each_(most_each), most_in_all_(most_in_all), places_(places) {}

    enum class Full { none, asker, all };
    /// Why no question of the asker is taken now.
    [[nodiscard]] Full is_full(std::string const& asker) const;
    Ticket enter(std::string const& asker);
    /// The question whose turn it is, if there is a place for it.
    [[nodiscard]] std::optional<Ticket> next() const;
    /// Gives the next question its place; its asker goes to the end of the row.
    void begin(Ticket ticket);
    /// Takes a question out that waits, or frees its place.
    void leave(Ticket ticket);
    /// How many questions are answered before this one, if no others come.
    [[nodiscard]] std::size_t before(Ticket ticket) const;
    [[nodiscard]] std::size_t size() const { return asker_of_.size(); }
    [[nodiscard]] std::size_t running() const { return running_.size(); }

  private:
    [[nodiscard]] bool may_begin(std::string const& asker) const;

    std::size_t most_each_;
    std::size_t most_in_all_;
    std::size_t places_;
    Ticket last_ = 0;
    std::list<std::string> turns_;  ///< askers with questions, the next one first
    std::map<std::string, std::deque<Ticket>> waiting_;
    std::map<Ticket, std::string> asker_of_;  ///< of those that wait
    std::map<Ticket, std::string> running_;   ///< likewise, of those that have a place
};

}  // namespace clustersim
