# What makes the builds of tests/run compile in less time. The presets include it (CMAKE_PROJECT_fray_INCLUDE), and nothing
# else does. Without it each source is compiled by itself, and optimised as the build type says. Results are the same.
option(FRAY_UNITY "Compile ten sources as one, which takes half the time; those of the benchmarks apart" ON)
option(FRAY_PRECOMPILE "Precompile the headers that most sources include" ON)
set(FRAY_LEAVE_OUT "" CACHE STRING "Regular expression of tests whose programs are not built with all others")
option(FRAY_BRIEF_TESTS "Have long tests repeat what they try as little as each change can wait for" OFF)

cmake_language(DEFER CALL fray_tune) # when all targets are there

function(fray_tune)
  set(searching "^fray_(spatial_test|navmesh_test|oracle)$") # exhaustively: their tests wait for them
  set(busy "^fray_(determinism_cases|fuzz.*|motion_test|soak|arena_marks|film_camera_test)$")
  set(untouched "^fray_(picture|motion_scenes|live|determinism.*_(host|test))$") # they draw, measure, or have options
  set(apart "^fray_(determinism_cases|motion_test|navmesh_test)$") # their sources use a name for different things
  fray_targets_in(${PROJECT_SOURCE_DIR} targets)
  foreach(target IN LISTS targets)
    get_target_property(folder ${target} SOURCE_DIR)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    set(level "") # of optimisation, in release builds
    if(target MATCHES "${searching}")
      target_compile_options(${target} PRIVATE -O1)
    elseif(target MATCHES "${untouched}")
    elseif(target STREQUAL "fray_scale" # it calculates to see how fast the machine is
        OR (NOT FRAY_BRIEF_TESTS AND (folder MATCHES "^demo" OR target MATCHES "${busy}")))
      set(level -O1) # it waits for people, or for the library
    elseif(folder MATCHES "^(demo|tests)" OR (FRAY_BRIEF_TESTS AND target STREQUAL "fray_c"))
      set(level -O0) # it calls the library
    endif()
    if(FRAY_LEAVE_OUT AND target MATCHES "^fray_(${FRAY_LEAVE_OUT})_test$")
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    if(level)
      target_compile_options(${target} PRIVATE
        "$<$<COMPILE_LANGUAGE:CXX>:$<$<CONFIG:Release>:${level}>;$<$<CONFIG:RelWithDebInfo>:-O0>>")
      fray_share_headers(${target} ${level})
    endif()
    if(FRAY_UNITY AND folder MATCHES "^(engine|jobs|spatial|demo|bench/scale|tests)" AND NOT folder STREQUAL "tests/fuzz"
        AND NOT target MATCHES "${apart}")
      set(batch 10)
      if(target STREQUAL "fray") # many sources, and one name for one thing
        set(batch 20)
      endif()
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    endif()
  endforeach()

  if(FRAY_UNITY)
    target_compile_options(fray_options INTERFACE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage> # a source that is included is no header
      # Without collecting garbage below 600 MB g++ takes 10 to 20 % less time, the more so with precompiled headers.
      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=600000;--param=ggc-min-expand=300>")
    # Each of them uses names that another source of its target uses otherwise.
    foreach(source IN ITEMS scenario:engine/scenario/src/army/crowding.cpp scenario:engine/scenario/src/battle/check.cpp
        engine_test:tests/ground/ground_test.cpp engine_test:tests/engine/host_poses_test.cpp
        navmesh_world_test:tests/ground/navmesh_obstacles_test.cpp
        scenario_test:tests/spatial/detour_tiles.cpp c_api_test:tests/spatial/detour_tiles.cpp)
      string(REPLACE ":" ";" source ${source})
      list(POP_FRONT source target)
      if(TARGET fray_${target})
        set_source_files_properties(${PROJECT_SOURCE_DIR}/${source} TARGET_DIRECTORY fray_${target}
          PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endforeach()
  endif()
  if(FRAY_PRECOMPILE)
    target_precompile_headers(fray PRIVATE ${PROJECT_SOURCE_DIR}/engine/src/frame/world_state.h)
    if(TARGET fray_oracle)
      target_precompile_headers(fray_oracle PRIVATE ${PROJECT_SOURCE_DIR}/tests/oracle/comparison.h)
    endif()
  endif()
  if(TARGET fray_scenario) # it reads files and sets up battles, which takes little of a run
    set(level -O1)
    if(FRAY_BRIEF_TESTS)
      set(level -O0)
      # But this looks at all agents of a file: a test of the viewer took twelve times as long.
      set_source_files_properties(${PROJECT_SOURCE_DIR}/engine/scenario/src/army/crowding.cpp
        TARGET_DIRECTORY fray_scenario PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
    endif()
    target_compile_options(fray_scenario PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang>>:${level}>)
    if(FRAY_PRECOMPILE)
      target_precompile_headers(fray_scenario PRIVATE ${PROJECT_SOURCE_DIR}/engine/scenario/src/files/reader.h <nlohmann/json.hpp>)
    endif()
  endif()
endfunction()

# The targets of fray's that are compiled, in the folder and below.
function(fray_targets_in folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  list(FILTER targets INCLUDE REGEX "^fray")
  set(found "")
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "INTERFACE|UTILITY")
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    fray_targets_in(${below} targets)
    list(APPEND found ${targets})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# What the sources of a target most likely include, by what it is linked with. Targets of the same level of optimisation
# share the headers. Their owner has no definitions of its own: a compiler would ask that the others have them too.
function(fray_share_headers target level)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if("GTest::gtest_main" IN_LIST libraries)
    set(headers <gtest/gtest.h>)
    set(with GTest::gtest)
  elseif("fmt::fmt" IN_LIST libraries AND NOT target STREQUAL "fray_view_without_window")
    set(headers <fmt/format.h>)
    set(with fmt::fmt)
  endif()
  if(NOT FRAY_PRECOMPILE OR NOT headers)
    return()
  endif()
  if("nlohmann_json::nlohmann_json" IN_LIST libraries OR with STREQUAL "fmt::fmt")
    list(APPEND headers <nlohmann/json.hpp>)
    list(APPEND with nlohmann_json::nlohmann_json)
  endif()
  string(MAKE_C_IDENTIFIER "fray_precompiled${level}_${headers}" owner)
  if(NOT TARGET ${owner})
    foreach(package IN LISTS with)
      if(NOT TARGET ${package})
        string(REGEX REPLACE ":.*" "" package ${package})
        find_package(${package} REQUIRED)
      endif()
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(${owner} PRIVATE fray_options fray ${with})
    target_compile_options(${owner} PRIVATE $<$<CONFIG:Release>:${level}> $<$<CONFIG:RelWithDebInfo>:-O0>)
    target_precompile_headers(${owner} PRIVATE ${headers} <fray/fray.h>)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
