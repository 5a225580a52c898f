// Makes the pictures of the landing page: `npm run notebooks:pictures`, after `npm run notebooks:build`. Needs Chromium.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright";
import { preview } from "vite";
import { chromiumRemedy, findChromium, HEADLESS_FLAGS } from "../../bin/setup/chromium.js";
import { palettePng } from "./palette-png.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = `${ROOT}pictures/`;
const [WIDTH, HEIGHT] = [640, 400];
/** Largest size of a picture in bytes. */
const BYTES = 30_000;
/** The element that a picture shows, if it is not the first figure of the page. */
const SHOWN: Readonly<Record<string, string>> = {
  "tanner-graph": "svg.graph >> nth=1",
  "finite-fields": "canvas.products",
  constellation: ".constellation canvas",
  eqml: "svg.tree",
  "one-shot": "svg.shot >> nth=1",
};
/** Milliseconds within which a page draws its first content on a software device. */
const PATIENCE = 20_000;

const server = await preview({ root: ROOT, preview: { port: 0, host: "127.0.0.1" } });
const [address] = server.resolvedUrls?.local ?? [];
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(`no Chromium: ${chromiumRemedy()}`);
const browser = await chromium.launch({
  executablePath,
  args: [...HEADLESS_FLAGS, "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
});
mkdirSync(FOLDER, { recursive: true });
try {
  for (const file of readdirSync(ROOT).filter((name) => name.endsWith(".html") && name !== "index.html")) {
    const page = await browser.newPage({ viewport: { width: 700, height: 900 }, colorScheme: "light" });
    await page.goto(`${address}${file}`);
    await take(page, file.replace(".html", ""));
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

async function take(page: Page, name: string): Promise<void> {
  const shown = page.locator(SHOWN[name] ?? ".plot").first();
  await shown.waitFor();
  await page.waitForTimeout(PATIENCE);
  // Thin slanted lines make large PNGs.
  await page.addStyleTag({ content: "svg.graph line { shape-rendering: crispEdges } .note { visibility: hidden }" });
  const path = `${FOLDER}${name}.png`;
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`${name} shows nothing`);
  const scroll = await page.evaluate(() => [scrollX, scrollY]);
  const clip = { x: Math.max(0, box.x + scroll[0] - 8), y: box.y + scroll[1] - 8, width: WIDTH, height: HEIGHT };
  const picture = palettePng(await pixelsOf(page, await page.screenshot({ clip, fullPage: true })), WIDTH, HEIGHT);
  if (picture.length > BYTES) throw new Error(`${path} has ${picture.length} bytes, and may have ${BYTES}`);
  writeFileSync(path, picture);
}

/** The pixels of a PNG, RGBA [height][width][4], as the page's browser decodes it. */
async function pixelsOf(page: Page, png: Buffer): Promise<Uint8Array> {
  const numbers = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return Array.from(
      { length: data.length / 4 },
      (_, i) => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2],
    );
  }, png.toString("base64"));
  return Uint8Array.from(numbers.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255]));
}
