# The archive of a release, unpacked into TO.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target fray_archive OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${TO})
file(ARCHIVE_EXTRACT INPUT ${BUILD}/${NAME}.tar.gz DESTINATION ${TO})
