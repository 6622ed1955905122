# An install of what was not built fails as a whole: it names a file that is missing, and PREFIX does not exist. If the
# sources are the archive of a release, they have the files that BUILT has made of them for other programs.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${BUILD} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -DFRAY_INSTALL=ON -DFRAY_TESTS=OFF -DFRAY_DEMO=OFF
  -DFRAY_BENCH=OFF -DFRAY_VIEWER=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(BUILT)
  foreach(file IN ITEMS engine/c/fray/fray_c.h engine/c/fray/fray.py engine/c/fray/Fray.cs
    engine/scenario/fray-scenario.schema.json)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${BUILD}/${file} ${BUILT}/${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} OUTPUT_QUIET
  RESULT_VARIABLE result ERROR_VARIABLE said)
string(REGEX REPLACE "[ \n]+" " " said "${said}")
if(result EQUAL 0 OR NOT said MATCHES "nothing is installed, because [^ ]*fray[^ ]* was not built")
  message(SEND_ERROR "the install answered ${result}: ${said}")
endif()
if(EXISTS ${PREFIX})
  message(SEND_ERROR "${PREFIX} was left behind")
endif()
