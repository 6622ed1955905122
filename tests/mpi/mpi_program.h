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
    /// Three ranks that differ in speed, and in their threads, which `option` gives them, exit with 0.
    static void runs_on_unequal_ranks(const std::string& arguments, const std::string& option) {
        const std::string program = std::string(FRAY_PROGRAM) + " " + arguments + " " + option;
        const Answer answer = shell(std::string(FRAY_MPIRUN) + " -n 1 " + program + " 1 : -n 1 nice -n 19 " + program +
                                    " 1 : -n 1 " + program + " 3 2>&1");
        ASSERT_EQ(answer.code, 0) << answer.text;
    }
    /// Each of three ranks exits with this code.
    void all_exit_with(int code, const std::string& arguments) const {
        const std::string ranked =
            write("ranked", std::string(FRAY_PROGRAM) + " " + arguments + "\necho $? >> " + file("codes") + "\n");
        EXPECT_EQ(shell(std::string(FRAY_MPIRUN) + " -n 3 sh " + ranked + " 2>&1").code, 0) << arguments;
        const std::string line = std::to_string(code) + "\n";
        EXPECT_EQ(text("codes"), line + line + line) << arguments;
        std::filesystem::remove(file("codes"));
    }
    /// The command that runs the program on three ranks. `kill_the_last_rank` ends one of them.
    std::string on_mortal_ranks(const std::string& arguments) const {
        const std::string program = std::string(FRAY_PROGRAM) + " " + arguments;
        const std::string mortal = write("mortal", "echo $$ > " + file("pid") + "\nexec " + program + "\n");
        return std::string(FRAY_MPIRUN) + " -n 2 " + program + " : -n 1 sh " + mortal;
    }
    void kill_the_last_rank() const { kill(std::stoi(text("pid")), SIGKILL); }
    static void says_once(const std::string& said, const std::string& words) {
        const size_t at = said.find(words);
        ASSERT_NE(at, std::string::npos) << words << "\n" << said;
        EXPECT_EQ(said.find(words, at + 1), std::string::npos) << said;
    }
};

} // namespace fray::test
