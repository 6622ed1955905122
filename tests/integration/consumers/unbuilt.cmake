# An install of what was not built fails as a whole: it names a library that is missing, and PREFIX does not exist.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${BUILD} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -DFRAY_INSTALL=ON -DFRAY_TESTS=OFF -DFRAY_DEMO=OFF
  -DFRAY_BENCH=OFF -DFRAY_VIEWER=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} OUTPUT_QUIET
  RESULT_VARIABLE result ERROR_VARIABLE said)
string(REGEX REPLACE "[ \n]+" " " said "${said}")
if(result EQUAL 0 OR NOT said MATCHES "nothing is installed, because [^ ]*fray[^ ]* was not built")
  message(SEND_ERROR "the install answered ${result}: ${said}")
endif()
if(EXISTS ${PREFIX})
  message(SEND_ERROR "${PREFIX} was left behind")
endif()
