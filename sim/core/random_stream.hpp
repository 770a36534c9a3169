// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace clustersim {

/// The random numbers of one purpose of one replicate of a run. A stream depends on (seed, purpose,
/// replicate) alone, so one more model with a purpose of its own never shifts another's samples, and
/// two variants of a scenario meet the same background load (common random numbers).
///
/// Engine and distributions are Boost.Random's: their algorithms are fixed by its version, while
/// those of std:: differ between standard libraries. Key = splitmix64 over the seed, the FNV-1a
/// hash of the purpose's bytes and the replicate; the same on every byte order.
///
/// Arguments out of a distribution's domain are broken invariants: check user input before.
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
    double beta(double a, double b);             ///< in [0, 1], both > 0
    /// An index with probability proportional to its weight; weights are finite, at least zero and
    /// not all zero.
    std::size_t pick(std::span<double const> weights);

  private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

/// The key of a stream, shown in dry runs and tested: a change of it changes every result.
std::uint64_t stream_key(std::uint64_t seed, std::string_view purpose, std::uint64_t replicate);

}  // namespace clustersim
