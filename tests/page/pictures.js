// Takes pictures of pages: node pictures.js FOLDER_OF_PAGES FOLDER_OF_PICTURES. demo/pictures calls it.
import { join } from "node:path";
import { close, settled, withPage } from "./browser.js";

const [pages, pictures] = process.argv.slice(2);

/** Takes a picture. `look(page)` prepares the page and may return the element to take instead of the whole page. */
async function take(scenario, picture, options, look) {
  await withPage(join(pages, `${scenario}.html`), async (page) => {
    const element = await look(page);
    await (options.ready ?? settled)(page);
    await (element ?? page).screenshot({ path: join(pictures, picture) });
  }, options);
}

const seek = (page, time) => page.evaluate((t) => fray.page.seek(t), time);

await take("arena", "page.png", { viewport: { width: 1440, height: 900 } }, async (page) => {
  await seek(page, 30.5);
  await settled(page);
  await page.evaluate(() => {
    const waits = [...Array(25).keys()].find((serial) => fray.agent(serial).waits === "attack");
    fray.page.select(waits ?? 1);
    fray.page.director.centreOn(0);
    fray.page.zoom(1.3);
  });
});

await take("skirmish", "report.png", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }, async (page) => {
  await seek(page, 12);
  await page.waitForSelector("#report svg");
  await page.addStyleTag({ content: ".charts figure:nth-child(n + 7) { display: none }" });
  return page.locator(".charts");
});

await take("difficulty", "difficulty.png", {
  viewport: { width: 1240, height: 900 }, colorScheme: "light",
  ready: (page) => page.waitForSelector("#sweep-data", { state: "attached" }),
}, async (page) => {
  await page.addStyleTag({ content: "#plots figure:nth-child(n + 5) { display: none }" });
  return page.locator("#plots");
});

await close();
