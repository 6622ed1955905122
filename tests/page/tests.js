// All tests, in one process and one browser.
import "./units_test.js";
import "./figures_test.js";
import "./page_test.js";
import "./view_test.js";
