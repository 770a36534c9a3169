// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Which sample of a site's failures happens.
struct FailureSample {
    std::uint64_t seed = 0;
    std::uint64_t replicate = 0;
    Seconds
        earlier;  ///< the site's instants are this much later than those of the controller's clock
};

/// The failures, repairs and outages of a site's nodes that are ahead. A failure and its repair depend only on seed,
/// replicate, the node's name and how often it has failed, so two sites have the same failures of the nodes with the
/// same names, whatever their jobs do. A copy continues alike.
///
/// Equation. A node is alternately up for a time of mean MTBF and down for one of mean MTTR, both exponential; it is up
/// at the start. Its availability tends to MTBF / (MTBF + MTTR) with the time constant 1 / (1 / MTBF + 1 / MTTR).
/// Source. The alternating renewal process of reliability theory (Barlow and Proschan, Mathematical Theory of
/// Reliability, 1965, chapter 3).
/// Domain. Nodes that fail one by one. In the logs of LANL (Schroeder and Gibson, A large-scale study of failures in
/// high-performance computing systems, DSN 2006) the times between failures of a node have a Weibull shape of 0.7 to
/// 0.8, so they come in bursts more than here, and repairs are log-normal; failures of several nodes at once are outages.
class NodeEvents {
  public:
    /// No failure ever.
    NodeEvents() = default;
    NodeEvents(Site const& site, FailureSample const& sample);

    /// When the next event is due; never if there is none.
    [[nodiscard]] Instant next() const;

    /// Nodes that go down or return to service, ascending; none if they are still down for another reason.
    struct Change {
        bool down = false;
        bool outage = false;  ///< given, not random
        std::vector<std::int32_t> nodes;
    };
    /// Takes the next event, which must exist. Costs O(log nodes), plus the nodes of an outage.
    Change take_next(Site const& site);

    /// True if an outage begins or ends later.
    [[nodiscard]] bool outage_ahead() const { return outages_left_ > 0; }
    /// Mean time to repair of random failures; nothing if there are none.
    [[nodiscard]] std::optional<Seconds> mttr() const { return mttr_; }

  private:
    enum class Kind : std::uint8_t { failure, repair, outage_begin, outage_end };
    struct Event {
        Instant at;
        Kind kind = Kind::failure;
        std::int32_t index = 0;   ///< of the node or of the outage
        std::uint32_t count = 0;  ///< earlier failures of the node

        friend auto operator<=>(Event const&, Event const&) = default;
    };
    void add(Event event);
    Change mark(std::vector<std::int32_t> const& nodes, bool down);
    /// Nodes, given once.
    static std::vector<std::int32_t> nodes_of(Outage const& outage, Site const& site);

    FailureSample sample_;
    std::optional<Seconds> mttr_;
    std::size_t outages_left_ = 0;
    std::vector<Event> heap_;           ///< the earliest first
    std::vector<std::int32_t> causes_;  ///< by node: why it is down, counted
};

}  // namespace clustersim::slurm
