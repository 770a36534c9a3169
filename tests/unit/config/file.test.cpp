// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

namespace {

Diagnostics problems(Result<ConfigNode> const& node) {
    REQUIRE_FALSE(node);
    return node.error();
}

}  // namespace

TEST_CASE("a file that cannot be read is reported", "[config][unit]") {
    ScratchFolder const folder;
    CHECK(problems(read_yaml(folder / "absent.yaml")).fault() == Fault::io);
    CHECK(problems(read_yaml(folder.path())).items()[0].message ==
          "cannot read the file: it is a directory");
    CHECK(problems(read_yaml(folder.write("empty.yaml", ""))).items()[0].message ==
          "the file is empty");
    CHECK(
        problems(read_yaml(folder.write("big.yaml", std::string((32u << 20) + 1, '#')))).fault() ==
        Fault::io);
}

TEST_CASE("extends merges a file onto its parent, and that onto its own parent", "[config][unit]") {
    ScratchFolder const folder;
    folder.write("base.yaml", "name: base\nnode: {gpus: 4, memory: 64 GiB}\n");
    folder.write("middle.yaml", "extends: base.yaml\nnode: {gpus: 8}\n");
    auto const leaf = folder.write("sub/leaf.yaml", "extends: ../middle.yaml\nname: leaf\n");
    auto const node = read_yaml_extended(leaf, find_parent_file);
    REQUIRE(node);
    CHECK(node->find("name")->scalar == "leaf");
    CHECK(node->find("node")->find("gpus")->scalar == "8");
    CHECK(node->find("node")->find("memory")->scalar == "64 GiB");
    CHECK(node->find("extends") == nullptr);
    // Each value still has the place of the file that gives it.
    CHECK(node->find("node")->find("memory")->span().file.ends_with("base.yaml"));
    CHECK(node->find("name")->span().file.ends_with("leaf.yaml"));
}

TEST_CASE("extends that leads nowhere or in a circle is refused", "[config][unit]") {
    ScratchFolder const folder;
    auto const lost = folder.write("lost.yaml", "a: 1\nextends: absent.yaml\n");
    Diagnostics const all = problems(read_yaml_extended(lost, find_parent_file));
    CHECK(all.items()[0].code == Code::bad_extends);
    CHECK(all.items()[0].where.line == 2);
    folder.write("a.yaml", "extends: b.yaml\n");
    auto const b = folder.write("b.yaml", "extends: a.yaml\n");
    CHECK(problems(read_yaml_extended(b, find_parent_file)).items()[0].code == Code::bad_extends);
    auto const self = folder.write("self.yaml", "extends: self.yaml\n");
    CHECK(problems(read_yaml_extended(self, find_parent_file)).items()[0].code ==
          Code::bad_extends);
    auto const list = folder.write("list.yaml", "extends: [a.yaml]\n");
    CHECK(problems(read_yaml_extended(list, find_parent_file)).items()[0].code == Code::wrong_type);
}

TEST_CASE("extends to what is no mapping is refused", "[config][unit]") {
    ScratchFolder const folder;
    for (std::string const text :
         {"- a: 1\n- b: 2\n", "root:x:0:0:root:/root:/bin/bash\n", "~\n"}) {
        CAPTURE(text);
        folder.write("parent.yaml", text);
        auto const child = folder.write("child.yaml", "a: 1\nextends: parent.yaml\n");
        Diagnostics const all = problems(read_yaml_extended(child, find_parent_file));
        CHECK(all.items()[0].code == Code::bad_extends);
        CHECK(all.items()[0].where.line == 2);
    }
}

TEST_CASE("an endless input is read up to a limit", "[config][unit]") {
    CHECK(problems(read_yaml("/dev/zero")).items()[0].message ==
          "cannot read the file: it is larger than 32 MiB, which no such file is");
}

TEST_CASE("a file with a byte-order mark and any line end is read", "[config][unit]") {
    ScratchFolder const folder;
    for (std::string const end : {"\n", "\r\n", "\r"}) {
        auto const file = folder.write("a.yaml",
                                       "\xEF\xBB\xBF"
                                       "a: 1" +
                                           end + "b:" + end + "  c: 2" + end);
        auto const node = read_yaml(file);
        REQUIRE(node);
        REQUIRE(node->find("b"));
        CHECK(node->find("b")->find("c")->line == 3);
    }
}

TEST_CASE("a mistake in a parent is reported in the parent", "[config][unit]") {
    ScratchFolder const folder;
    folder.write("base.yaml", "a: 1\na: 2\n");
    auto const leaf = folder.write("leaf.yaml", "extends: base.yaml\n");
    Diagnostics const all = problems(read_yaml_extended(leaf, find_parent_file));
    CHECK(all.items()[0].code == Code::duplicate_key);
    CHECK(all.items()[0].where.file.ends_with("base.yaml"));
}
