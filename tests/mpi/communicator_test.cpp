// fray::mpi, on the ranks of `mpirun -n 3`: every rank runs all tests.
#include "mpi_communicator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray {
namespace {

std::vector<std::byte> message(uint32_t rank, size_t size) {
    std::vector<std::byte> bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 256 + rank * 13);
    return bytes;
}

/// Exchanges messages of many sizes, among them none.
void expect_exchanges(Communicator& ranks) {
    for (const size_t size : {0, 1, 247, 248, 249, 1000, 70'000, 3, 1'000'000, 5}) {
        const auto size_of = [&](uint32_t rank) { return rank == 1 ? size / 3 : size * (rank + 1); };
        const auto all = ranks.all_gather(message(ranks.rank(), size_of(ranks.rank())));
        ASSERT_EQ(all.size(), ranks.size());
        for (uint32_t rank = 0; rank < ranks.size(); ++rank) {
            const std::vector<std::byte> wanted = message(rank, size_of(rank));
            ASSERT_TRUE(std::equal(all[rank].begin(), all[rank].end(), wanted.begin(), wanted.end()))
                << size << " bytes of rank " << rank;
        }
    }
}

TEST(MpiRanks, ExchangeMessagesOfAllSizes) {
    const auto ranks = make_mpi_communicator().value();
    EXPECT_EQ(ranks->size(), 3u);
    expect_exchanges(*ranks);
}

TEST(MpiRanks, ExchangeInRoundsWhatIsTooMuchForOneCall) {
    for (const uint64_t most : {1000u, 100'000u}) {
        MpiCommunicator ranks(MPI_COMM_WORLD, {}, most);
        expect_exchanges(ranks);
    }
}

TEST(MpiRanks, MayBeAPartOfAllInAnotherOrder) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1 ? 1 : 0, -rank, &part);
    const auto ranks = make_mpi_communicator({.communicator = MPI_Comm_c2f(part)}).value();
    MPI_Comm_free(&part); // it was duplicated
    EXPECT_EQ(ranks->size(), rank == 1 ? 1u : 2u);
    EXPECT_EQ(ranks->rank(), rank == 0 ? 1u : 0u);
    expect_exchanges(*ranks);
}

TEST(MpiRanks, AreNotThoseOfTheNullCommunicator) {
    const auto made = make_mpi_communicator({.communicator = MPI_Comm_c2f(MPI_COMM_NULL)});
    EXPECT_EQ(made.error(), Error::out_of_range);
    EXPECT_EQ(made.error_text(), "MPI: communicator: given MPI_COMM_NULL, allowed a communicator");
}

void ignore_error(MPI_Comm*, int*, ...) {}

TEST(MpiRanks, LeaveTheErrorHandlerOfTheHost) {
    MPI_Comm ranks = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks);
    MPI_Errhandler own = MPI_ERRHANDLER_NULL, after = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(ignore_error, &own);
    MPI_Comm_set_errhandler(ranks, own);
    make_mpi_communicator({.communicator = MPI_Comm_c2f(ranks)}).value();
    MPI_Comm_get_errhandler(ranks, &after);
    EXPECT_TRUE(after == own);
    for (MPI_Errhandler* const handler : {&own, &after}) MPI_Errhandler_free(handler);
    MPI_Comm_free(&ranks);
}

TEST(MpiRanks, GiveUpAWaitWhenTheHostWantsIt) {
    const auto ranks = make_mpi_communicator({.while_waiting = [](std::chrono::nanoseconds waited) {
                           if (waited > std::chrono::milliseconds(30)) throw std::runtime_error("long enough");
                       }}).value();
    if (ranks->rank() == 0) { // the others do not come
        try {
            ranks->all_gather({});
            FAIL();
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(std::string(error.what()), "long enough");
        }
        EXPECT_THROW(ranks->all_gather({}), std::runtime_error);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks->rank() == 0) return;
    EXPECT_NO_THROW(ranks->all_gather({})); // what rank 0 has sent arrives all the same
}

} // namespace
} // namespace fray

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (fray::make_mpi_communicator().error_text() != "MPI: is not initialised; allowed: after MPI_Init_thread")
        return 2;
    int level = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
    const int code = RUN_ALL_TESTS();
    MPI_Finalize();
    return code;
}
