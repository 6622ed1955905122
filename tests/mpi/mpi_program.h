// Runs the program on the ranks of mpirun.
#pragma once

#include "sweep_program.h"

#include <cstdlib>
#include <string>

namespace fray::test {

class MpiProgram : public SweepProgram {
protected:
    void SetUp() override {
        if (std::string(FRAY_MPIRUN).empty()) GTEST_SKIP() << "there is no mpirun";
        // Open MPI refuses root and more ranks than cores otherwise; and bound ranks would share a core.
        for (const auto& [name, value] :
             {std::pair("OMPI_ALLOW_RUN_AS_ROOT", "1"), std::pair("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
              std::pair("OMPI_MCA_rmaps_base_oversubscribe", "1"),
              std::pair("OMPI_MCA_hwloc_base_binding_policy", "none")})
            setenv(name, value, 1);
        SweepProgram::SetUp();
    }

    /// The command that runs the program on so many ranks.
    static std::string on_ranks(int ranks, const std::string& arguments) {
        return std::string(FRAY_MPIRUN) + " -n " + std::to_string(ranks) + " " + FRAY_PROGRAM + " " + arguments;
    }
    /// It exits with 2 and says these words, once.
    static void refuses(const std::string& command, const std::string& words) {
        const Answer answer = shell(command + " 2>&1");
        EXPECT_EQ(answer.code, 2) << answer.text;
        says_once(answer.text, words);
    }
    static void says_once(const std::string& said, const std::string& words) {
        const size_t at = said.find(words);
        ASSERT_NE(at, std::string::npos) << words << "\n" << said;
        EXPECT_EQ(said.find(words, at + 1), std::string::npos) << said;
    }
};

} // namespace fray::test
