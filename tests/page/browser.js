// A headless Chromium, and a page of fray's in it that must neither complain nor ask for anything.
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

/** Opens a report; `use` gets the page when all of it has loaded. Fails if it said or asked for anything. `ready`: waits for
 * a page of another kind. */
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

/** Until all has loaded and what is shown is up to date. */
export async function settled(page) {
  await page.waitForFunction(() => window.fray?.shown?.().ready, null, { timeout: 30_000 });
}

export function shown(page) {
  return page.evaluate(() => fray.shown());
}
