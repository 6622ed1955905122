# PROGRAM ends well and writes what is in EXPECTED.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE written COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT written STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} writes:\n${written}\ninstead of ${EXPECTED}:\n${expected}")
endif()
