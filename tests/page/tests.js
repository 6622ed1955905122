// All tests, in one process and one browser.
import "./units_test.js";
import "./scale_test.js";
import "./sweep_test.js";
import "./page_test.js";
import "./view_test.js";
