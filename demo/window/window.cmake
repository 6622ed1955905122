# The window of `fray view`: on Dear ImGui as Debian packs it, its backends inside, with GLFW and OpenGL 3.3. Without
# them the program says which of these packages are missing.
set(FRAY_VIEWER_MISSING "")
if(NOT FRAY_VIEWER)
  set(FRAY_VIEWER_MISSING "off")
  return()
endif()

find_path(FRAY_IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui)
find_library(FRAY_IMGUI_LIBRARY imgui)
find_library(FRAY_STB_LIBRARY stb)
find_package(glfw3 3.3 QUIET)
set(OpenGL_GL_PREFERENCE GLVND)
find_package(OpenGL QUIET)
if(NOT FRAY_IMGUI_INCLUDE OR NOT FRAY_IMGUI_LIBRARY OR NOT EXISTS "${FRAY_IMGUI_INCLUDE}/backends/imgui_impl_glfw.h")
  list(APPEND FRAY_VIEWER_MISSING libimgui-dev)
endif()
if(NOT FRAY_STB_LIBRARY)
  list(APPEND FRAY_VIEWER_MISSING libstb-dev)
endif()
if(NOT TARGET glfw)
  list(APPEND FRAY_VIEWER_MISSING libglfw3-dev)
endif()
if(NOT OpenGL_OpenGL_FOUND)
  list(APPEND FRAY_VIEWER_MISSING libopengl-dev libgl-dev)
endif()
list(JOIN FRAY_VIEWER_MISSING " " FRAY_VIEWER_MISSING)
if(FRAY_VIEWER_MISSING)
  message(STATUS "fray: `fray view` has no window: missing ${FRAY_VIEWER_MISSING}")
  return()
endif()

add_library(fray_window STATIC
  window/gl_canvas.cpp window/imgui_ink.cpp window/keys.cpp window/label_drawing.cpp window/panels.cpp
  window/tuning_panel.cpp window/viewer.cpp window/window.cpp)
target_include_directories(fray_window PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(fray_window SYSTEM PRIVATE ${FRAY_IMGUI_INCLUDE})
target_link_libraries(fray_window PUBLIC fray_viewing
  PRIVATE fray_options ${FRAY_IMGUI_LIBRARY} ${FRAY_STB_LIBRARY} glfw OpenGL::OpenGL ${CMAKE_DL_LIBS} fmt::fmt)
