// SPDX-License-Identifier: Apache-2.0
//
// The program that answers the queries of simgrid_engine.cpp: SimGrid as a solver of contention. Its platform is two hosts
// and a pool of links, to which every query assigns the capacities it needs; a netzone answers each route with the links of
// the flow that is about to start, so that no fabric must be described in SimGrid's terms. Latencies are added outside,
// because SimGrid would weight shares by them.
#include "models/flow/simgrid_engine.hpp"
#include "models/flow/simgrid_message.hpp"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace clustersim {
namespace {

namespace sg = simgrid::s4u;
namespace routing = simgrid::kernel::routing;

/// A zone that answers every route with the one set last.
class LaidZone : public routing::NetZoneImpl {
  public:
    explicit LaidZone(std::string const& name) : NetZoneImpl(name) {}

    void get_local_route(routing::NetPoint const* /*from*/,
                         routing::NetPoint const* /*to*/,
                         routing::Route* route,
                         double* /*latency*/) override {
        route->link_list_ = laid_;
    }
    void lay(std::vector<simgrid::kernel::resource::StandardLinkImpl*> links) {
        laid_ = std::move(links);
    }

#if SIMGRID_VERSION < 40000
    sg::Host* add_host(std::string const& name, std::vector<double> const& speeds) {
        return create_host(name, speeds);
    }
    sg::Link* add_link(std::string const& name, std::vector<double> const& bandwidths) {
        return create_link(name, bandwidths);
    }
#endif

  private:
    std::vector<simgrid::kernel::resource::StandardLinkImpl*> laid_;
};

#if SIMGRID_VERSION >= 40000
constexpr char const* precision_option = "precision/timing:1e-9";
#else
constexpr char const* precision_option = "surf/precision:1e-9";
#endif

/// SimGrid compares times and amounts with absolute tolerances and counts whole bytes, so every query is
/// scaled: its largest transfer has this many bytes and would take this long alone.
constexpr double scaled_bytes = 0x1p44;
constexpr double scaled_seconds = 0x1p10;

class Engine {
  public:
    Engine() {
        std::array<std::string, 2> words{"clustersim", "--log=root.thresh:critical"};
        std::array<char*, 3> arguments{words[0].data(), words[1].data(), nullptr};
        int count = 2;
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): see engine_
        engine_ = new sg::Engine(&count, arguments.data());
        // As texts: types of options differ between releases of SimGrid, which does not check them.
        for (char const* const option : {"network/model:CM02",
                                         "network/crosstraffic:0",
                                         "network/TCP-gamma:0",
                                         "network/weight-S:0",
                                         "network/latency-factor:1",
                                         "network/bandwidth-factor:1",
                                         precision_option})
            sg::Engine::set_config(option);
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): see engine_
        zone_ = new LaidZone("flows");
#if SIMGRID_VERSION >= 40000
        // Before, the first zone was the engine's root; now the engine has one of its own, which gives the models.
        zone_->set_parent(engine_->get_netzone_root()->get_impl());
#endif
        from_ = zone_->add_host("from", {1.0});
        to_ = zone_->add_host("to", {1.0});
        zone_->seal();
    }

    void run(std::span<Bandwidth const> capacities,
             Routes const& routes,
             std::span<Transfer const> transfers,
             std::span<Duration> ends) {
        double most = 0.0;
        double least_capacity = 0.0;
        for (Transfer const& transfer : transfers) most = std::max(most, transfer.bytes.si());
        for (Bandwidth const capacity : capacities) {
            double const c = capacity.si();
            least_capacity = least_capacity == 0.0 ? c : std::min(least_capacity, c);
        }
        if (most == 0.0 || capacities.empty()) {
            for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = transfers[i].begin;
            return;
        }
        bytes_scale_ = scaled_bytes / most;
        time_scale_ = scaled_seconds / (most / least_capacity);
        set_capacities(capacities);
        start_all(routes, transfers);
        engine_->run();
        for (std::size_t i = 0; i < ends.size(); ++i) {
            ends[i] = transfers[i].begin;
            if (comms_[i] == nullptr) continue;
            ends[i] = seconds((comms_[i]->get_finish_time() - bases_[i]) / time_scale_);
        }
        comms_.clear();
        bases_.clear();
    }

  private:
    void set_capacities(std::span<Bandwidth const> capacities) {
        if (links_.size() < capacities.size()) {
            // A sealed zone accepts no further links, so more links need one more zone.
            auto* const pool = new LaidZone("links-" + std::to_string(links_.size()));
            pool->set_network_model(zone_->get_network_model());
            std::size_t const wanted = std::max(capacities.size(), 2 * links_.size());
            while (links_.size() < wanted) {
                sg::Link* const link =
                    pool->add_link("link-" + std::to_string(links_.size()), {1.0});
                link->set_latency(0.0);
                link->seal();
                links_.push_back(link);
            }
        }
        for (std::size_t i = 0; i < capacities.size(); ++i)
            links_[i]->set_bandwidth(capacities[i].si() * bytes_scale_ / time_scale_);
    }

    /// Starts every transfer at its instant, in the order of the instants, then of the numbers.
    void start_all(Routes const& routes, std::span<Transfer const> transfers) {
        std::vector<std::size_t> order(transfers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return transfers[i].begin; });
        comms_.assign(transfers.size(), nullptr);
        bases_.assign(transfers.size(), 0.0);
        // The clock of an idle engine does not advance, so the zero of our time moves instead.
        double base = sg::Engine::get_clock();
        for (std::size_t const i : order) {
            auto const whole =
                static_cast<std::uint64_t>(std::llround(transfers[i].bytes.si() * bytes_scale_));
            if (whole == 0 || routes[i].empty()) continue;
            double const begin = transfers[i].begin.si() * time_scale_;
            if (base + begin > sg::Engine::get_clock()) {
                engine_->run_until(base + begin);
                base = std::min(base, sg::Engine::get_clock() - begin);
            }
            std::vector<simgrid::kernel::resource::StandardLinkImpl*> route;
            for (LinkIndex const link : routes[i]) route.push_back(links_[link]->get_impl());
            zone_->lay(std::move(route));
            comms_[i] = sg::Comm::sendto_init(from_, to_);
            comms_[i]->set_payload_size(whole);
            comms_[i]->start();
            bases_[i] = base;
        }
    }

    sg::Engine* engine_ = nullptr;  ///< SimGrid ends with the process, and its parts too
    LaidZone* zone_ = nullptr;
    sg::Host* from_ = nullptr;
    sg::Host* to_ = nullptr;
    std::vector<sg::Link*> links_;
    std::vector<sg::CommPtr> comms_;
    std::vector<double> bases_;
    double bytes_scale_ = 1.0;
    double time_scale_ = 1.0;
};

template <class T>
bool receive_list(std::vector<T>& list, std::uint64_t size) {
    list.resize(size);
    return receive_all(STDIN_FILENO, list.data(), list.size() * sizeof(T));
}

Routes routes_of(std::vector<std::uint32_t> const& ends, std::span<LinkIndex const> links) {
    Routes routes;
    std::uint32_t begin = 0;
    for (std::uint32_t const end : ends) {
        routes.add(links.subspan(begin, end - begin));
        begin = end;
    }
    return routes;
}

/// Answers queries until the calling program has ended.
void answer_all() {
    std::optional<Engine> engine;
    SimGridQuestion question;
    std::vector<Bandwidth> capacities;
    std::vector<std::uint32_t> route_ends;
    std::vector<LinkIndex> links;
    std::vector<Transfer> transfers;
    while (receive_all(STDIN_FILENO, &question, sizeof question) &&
           receive_list(capacities, question.capacities) &&
           receive_list(route_ends, question.transfers) && receive_list(links, question.links) &&
           receive_list(transfers, question.transfers)) {
        if (!engine) engine.emplace();
        std::vector<Duration> ends(transfers.size());
        engine->run(capacities, routes_of(route_ends, links), transfers, ends);
        if (!send_all(STDIN_FILENO, &question.transfers, sizeof question.transfers) ||
            !send_all(STDIN_FILENO, ends.data(), ends.size() * sizeof(Duration)))
            return;
    }
}

}  // namespace
}  // namespace clustersim

int main() {
    clustersim::answer_all();
    // Skips SimGrid's own shutdown, which takes longer than the whole run of this program.
    std::_Exit(0);
}
