# Installs BUILD into PREFIX. With SOURCE it is built first: shared libraries, quickly.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(SOURCE)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DFRAY_SHARED=ON -DFRAY_C=OFF -DFRAY_DEMO=OFF -DFRAY_PRECOMPILE=ON)
  run(${CMAKE_COMMAND} --build ${BUILD} --parallel 2)
endif()
file(REMOVE_RECURSE ${PREFIX})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
