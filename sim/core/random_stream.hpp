// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace clustersim {

/// The random numbers of one purpose in one replicate of a run. A stream depends only on (seed,
/// purpose, replicate), so a new model with its own purpose never changes the samples of another,
/// and two variants of a scenario have the same background load (common random numbers).
///
/// The engine and the distributions are Boost.Random's: its version fixes their algorithms, while
/// those of std:: differ between standard libraries. Key = splitmix64 over the seed, the FNV-1a
/// hash of the purpose's bytes and the replicate; it does not depend on the byte order.
///
/// Arguments outside a distribution's domain are broken invariants: check user input before.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, std::string_view purpose, std::uint64_t replicate = 0);
    ~RandomStream();
    RandomStream(RandomStream&&) noexcept;
    RandomStream& operator=(RandomStream&&) noexcept;
    RandomStream(RandomStream const&);
    RandomStream& operator=(RandomStream const&);

    std::uint64_t bits();                        ///< 64 random bits
    double uniform01();                          ///< in [0, 1)
    double uniform(double low, double high);     ///< in [low, high), low < high
    std::uint64_t uniform_int(std::uint64_t n);  ///< in [0, n), n > 0
    bool bernoulli(double p);                    ///< true with probability p in [0, 1]
    double normal();                             ///< mean 0, standard deviation 1
    double exponential(double mean);             ///< mean > 0
    double lognormal(double mu, double sigma);   ///< exp(normal(mu, sigma)), sigma >= 0
    double gamma(double shape, double scale);    ///< mean shape * scale, both > 0
    /// An index with probability proportional to its weight; weights are finite, not negative and
    /// not all zero.
    std::size_t pick(std::span<double const> weights);

  private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

/// The key of a stream, shown in dry runs and tested: changing it changes every result.
std::uint64_t stream_key(std::uint64_t seed, std::string_view purpose, std::uint64_t replicate);

}  // namespace clustersim
