// Opens pages of fray in a headless Chromium. A page must neither report errors nor request other resources.
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const args = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--use-gl=angle", "--use-angle=swiftshader",
];

/** The tab in which all pages open one after another. A tab for each page would take far longer. */
let tab;

async function openTab() {
  const browser = await chromium.launch({ executablePath: process.env.FRAY_CHROMIUM ?? "/usr/bin/chromium", args });
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  const complaints = [];
  const requests = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  return { browser, page, devtools, complaints, requests };
}

/**
 * Opens a page and calls `use(page)` when it has loaded. Fails if the page reports an error or requests another resource.
 * `ready` waits until the page has loaded; the default is for pages of `fray run --report`.
 */
export async function withPage(
  file, use, { viewport = { width: 1280, height: 500 }, colorScheme = "dark", hasTouch = false, ready = settled } = {},
) {
  const { page, devtools, complaints, requests } = await (tab ??= openTab());
  await page.mouse.move(0, 0);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
  complaints.length = requests.length = 0;
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await ready(page);
  await use(page);
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests.filter((url) => url !== address && !url.startsWith("data:")), []);
}

/** Ends the browser, if there is one. */
export async function close() {
  await (await tab)?.browser.close();
}

/** Waits until the page has loaded and shows the current time. */
export async function settled(page) {
  await page.waitForFunction(() => window.fray?.shown?.().ready, null, { timeout: 30_000 });
}

export const shown = (page) => page.evaluate(() => fray.shown());

/** Presses keys and waits until the page shows what follows. */
export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
};

/** Drags with the mouse, from a point of the page to another. */
export const drag = async (page, from, to) => {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
};

export const fitsItsScreen = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Selects the agent with this serial. */
export const select = async (page, serial) => {
  await page.evaluate((s) => fray.page.select(fray.page.recording.indexOf(s)), serial);
  await settled(page);
};

/** What `fray.agent` says of the agent with this serial. */
export const agentOf = (page, serial) => page.evaluate((s) => fray.agent(s), serial);

export const inspector = (page) => page.locator("#inspector").innerText();
