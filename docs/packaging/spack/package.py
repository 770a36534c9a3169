# SPDX-License-Identifier: Apache-2.0
"""Recipe for Spack. Copy it to packages/clustersim/package.py of a repository of your own (docs/packaging/README.md)."""
from spack.package import *


class Clustersim(CMakePackage):
    """What-if simulator of the European supercomputers: when a job starts, how fast it runs, what it costs."""

    # The path of a checkout or of a release archive: spack install clustersim, after `spack develop clustersim@main`.
    license("Apache-2.0")

    version("main")

    variant("tests", default=False, description="Build the tests")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("fmt@9:")
    depends_on("tl-expected")
    depends_on("yaml-cpp@0.7:")
    depends_on("cli11@2.1:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("boost@1.74:+graph", type="build")
    depends_on("eigen@3.4:", type="build")
    depends_on("libarchive")
    depends_on("zlib-api")
    depends_on("nettle")
    depends_on("simgrid@3.32")
    depends_on("sqlite@3.40:")
    depends_on("xgboost@1.7")
    depends_on("cpp-httplib@0.11:+compiled")
    depends_on("catch2@2.13", when="+tests")
    depends_on("rapidcheck", when="+tests")

    generator("ninja")

    def cmake_args(self):
        return [self.define("CLUSTERSIM_UNITY", True), self.define_from_variant("CLUSTERSIM_BUILD_TESTS", "tests")]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def run_one_job(self):
        program = Executable(self.prefix.bin.clustersim)
        program("run", self.prefix.share.clustersim.scenarios.join("first-steps/one-job.yaml"), "--no-results")
