// Opens pages of fray in a headless Chromium. A page must neither report errors nor request other resources.
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const args = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--use-gl=angle", "--use-angle=swiftshader",
];

export function launch() {
  return chromium.launch({ executablePath: process.env.FRAY_CHROMIUM ?? "/usr/bin/chromium", args });
}

/**
 * Opens a page and calls `use(page)` when it has loaded. Fails if the page reports an error or requests another resource.
 * `ready` waits until the page has loaded; the default is for pages of `fray run --report`.
 */
export async function withPage(browser, file, use, { hash = "", colorScheme = "dark", ready = settled, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const address = pathToFileURL(file).href;
  const asked = [];
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("data:")) asked.push(url);
  });
  await page.goto(address + hash);
  await ready(page);
  await use(page);
  assert.deepEqual(complaints, []);
  assert.deepEqual(asked, []);
  await context.close();
}

/** Waits until the page has loaded and shows the current time. */
export async function settled(page) {
  await page.waitForFunction(() => window.fray?.shown?.().ready, null, { timeout: 30_000 });
}

export function shown(page) {
  return page.evaluate(() => fray.shown());
}
