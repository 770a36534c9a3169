// SPDX-License-Identifier: Apache-2.0
// Wires between devices are counted as given in the node type. Other devices relay the traffic of a
// pair without a wire: it takes every two-wire route at once, each as wide as its narrower half (on
// MI250X nodes this makes routed pairs as fast as two wires, as measured there); pairs that no single
// device joins take the shortest chain. Not modelled: relays slowed down by their own traffic.
#include "models/fabric/node_links.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace clustersim {
namespace {

/// The relay of the widest two-wire route and the sum of all two-wire routes.
struct Relayed {
    int wires = 0;
    int relay = -1;
};

Relayed over_one(NodeLinks const& links, int from, int to) {
    Relayed found;
    int widest = 0;
    for (int via = 0; via < links.devices(); ++via) {
        int const width = std::min(links.wires(from, via), links.wires(via, to));
        found.wires += width;
        if (width <= widest) continue;
        widest = width;
        found.relay = via;
    }
    return found;
}

/// Number of wires of the shortest chain and its first relay; 0 if there is none.
std::pair<int, int> chain(NodeLinks const& links, int from, int to) {
    std::vector<int> before(static_cast<std::size_t>(links.devices()), -1);
    std::queue<int> reached;
    reached.push(to);
    before[static_cast<std::size_t>(to)] = to;
    while (!reached.empty()) {
        int const at = reached.front();
        reached.pop();
        for (int next = 0; next < links.devices(); ++next) {
            int& known = before[static_cast<std::size_t>(next)];
            if (known >= 0 || links.wires(at, next) == 0) continue;
            known = at;
            reached.push(next);
        }
    }
    if (before[static_cast<std::size_t>(from)] < 0) return {0, -1};
    int steps = 0;
    for (int at = from; at != to; at = before[static_cast<std::size_t>(at)]) ++steps;
    return {steps, before[static_cast<std::size_t>(from)]};
}

/// Searches the largest set of rings that share no wire. Rings start at the first member; each ring
/// is kept in one direction only.
class RingSearch {
  public:
    RingSearch(NodeLinks const& links, std::vector<int> members)
        : members_(std::move(members)), wires_(members_.size() * members_.size()) {
        for (std::size_t i = 0; i < members_.size(); ++i)
            for (std::size_t j = 0; j < members_.size(); ++j)
                wires_[i * members_.size() + j] = links.wires(members_[i], members_[j]);
        path_.push_back(0);
        list_rings();
        pack(0);
    }

    [[nodiscard]] std::vector<std::vector<int>> result() const {
        std::vector<std::vector<int>> rings;
        for (std::size_t const index : best_) {
            std::vector<int> ring;
            for (std::size_t const member : rings_[index]) ring.push_back(members_[member]);
            rings.push_back(std::move(ring));
        }
        return rings;
    }

  private:
    int& wires(std::size_t i, std::size_t j) { return wires_[i * members_.size() + j]; }

    void list_rings() {
        std::size_t const count = members_.size();
        if (path_.size() == count) {
            if (path_[1] < path_.back() && wires(path_.back(), 0) > 0) rings_.push_back(path_);
            return;
        }
        for (std::size_t next = 1; next < count; ++next) {
            if (wires(path_.back(), next) == 0 || std::ranges::count(path_, next) > 0) continue;
            path_.push_back(next);
            list_rings();
            path_.pop_back();
        }
    }

    /// Takes the ring's wires (by = -1) or returns them; false if one is missing.
    bool use(std::vector<std::size_t> const& ring, int by) {
        bool enough = true;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            std::size_t const a = ring[i];
            std::size_t const b = ring[(i + 1) % ring.size()];
            wires(a, b) += by;
            wires(b, a) += by;
            enough = enough && wires(a, b) >= 0;
        }
        return enough;
    }

    /// Upper bound: half the wires of the member with the fewest.
    [[nodiscard]] std::size_t bound() const {
        std::size_t least = ~std::size_t{0};
        for (std::size_t i = 0; i < members_.size(); ++i) {
            auto const begin = wires_.begin() + static_cast<std::ptrdiff_t>(i * members_.size());
            int const sum =
                std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(members_.size()), 0);
            least = std::min(least, static_cast<std::size_t>(sum / 2));
        }
        return least;
    }

    void pack(std::size_t first) {
        if (chosen_.size() > best_.size()) best_ = chosen_;
        if (chosen_.size() + bound() <= best_.size()) return;
        for (std::size_t r = first; r < rings_.size(); ++r) {
            if (use(rings_[r], -1)) {
                chosen_.push_back(r);
                pack(r);
                chosen_.pop_back();
            }
            use(rings_[r], 1);
        }
    }

    std::vector<int> members_;
    std::vector<int> wires_;
    std::vector<std::size_t> path_;
    std::vector<std::vector<std::size_t>> rings_;
    std::vector<std::size_t> chosen_;
    std::vector<std::size_t> best_;
};

std::vector<int> all_or(std::span<int const> members, int devices) {
    std::vector<int> list(members.begin(), members.end());
    if (list.empty()) {
        list.resize(static_cast<std::size_t>(devices));
        std::iota(list.begin(), list.end(), 0);
    }
    return list;
}

}  // namespace

NodeLinks::NodeLinks(NodeType const& type)
    : devices_(type.gpus),
      kind_(type.link.kind),
      switched_(kind_ == NodeLinkKind::nvswitch || kind_ == NodeLinkKind::pcie ||
                kind_ == NodeLinkKind::none),
      per_device_(type.link.per_device),
      per_wire_(type.link.per_pair),
      host_(type.link.host),
      uneven_(!type.link.wires.empty()),
      wires_(type.link.wires),
      nic_of_device_(type.nic.nic_of_gpu) {
    auto const count = static_cast<std::size_t>(devices_);
    CS_ENSURE(!uneven_ || wires_.size() == count * count, "wires are a matrix over the devices");
    if (!uneven_) wires_.assign(count * count, switched_ ? 0 : 1);
    paths_.resize(count * count);
    for (int i = 0; i < devices_; ++i) {
        if (!uneven_) wires_[static_cast<std::size_t>(i) * (count + 1)] = 0;
        for (int j = 0; j < devices_; ++j)
            if (i != j) paths_[pair(i, j)] = find_path(i, j, type.link.latency);
    }
}

DevicePath NodeLinks::find_path(int from, int to, Duration latency) const {
    if (switched_ && !uneven_)
        return {per_wire_, latency, kind_ == NodeLinkKind::nvswitch ? 1 : 2, -1};
    if (int const direct = wires(from, to); direct > 0)
        return {std::min(per_device_, per_wire_ * static_cast<double>(direct)), latency, 1, -1};
    Relayed const relayed = over_one(*this, from, to);
    if (relayed.wires > 0) {
        return {std::min(per_device_, per_wire_ * static_cast<double>(relayed.wires)),
                latency * 2.0,
                2,
                relayed.relay};
    }
    auto const [steps, relay] = chain(*this, from, to);
    if (steps == 0) return {};
    return {per_wire_, latency * static_cast<double>(steps), steps, relay};
}

int NodeLinks::nic_of(int device) const {
    auto const index = static_cast<std::size_t>(device);
    return index < nic_of_device_.size() ? nic_of_device_[index] : -1;
}

std::vector<std::vector<int>> NodeLinks::rings(std::span<int const> members) const {
    std::vector<int> const list = all_or(members, devices_);
    if (!uneven_ || list.size() < 3) return {list};
    auto found = RingSearch(*this, list).result();
    if (found.empty()) found.push_back(list);
    return found;
}

int NodeLinks::ring_count(std::span<int const> members) const {
    std::vector<int> const list = all_or(members, devices_);
    auto const count = static_cast<int>(list.size());
    if (count < 2) return 0;
    if (!uneven_) return count - 1;
    if (count == 2) return wires(list[0], list[1]);
    return 2 * static_cast<int>(RingSearch(*this, list).result().size());
}

Bandwidth NodeLinks::ring_bandwidth(std::span<int const> members) const {
    std::vector<int> const list = all_or(members, devices_);
    if (list.size() < 2) return {};
    if (list.size() == 2) return between(list[0], list[1]).bandwidth;
    if (!uneven_) {
        if (switched_) return std::min(per_device_, per_wire_);
        return std::min(per_device_, per_wire_ * static_cast<double>(list.size() - 1));
    }
    if (int const rings = ring_count(list); rings > 0)
        return std::min(per_device_, per_wire_ * static_cast<double>(rings));
    // Relays close the ring, in the order given.
    Bandwidth narrowest = per_device_;
    for (std::size_t i = 0; i < list.size(); ++i)
        narrowest = std::min(narrowest, between(list[i], list[(i + 1) % list.size()]).bandwidth);
    return narrowest;
}

}  // namespace clustersim
