import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { figureOfRuns } from "../../src/report/figure.ts";
import { figurePage } from "../../src/report/page.ts";
import { newFolder } from "../new-folder.ts";
import { openBrowser } from "../notebooks/site.ts";
import { sampleRun } from "./sample-points.ts";

it("a page shows values, hides curves, enlarges a part and darkens", async () => {
  const folder = newFolder();
  const { figure, title } = figureOfRuns([sampleRun("a"), sampleRun("b", { seed: 2 })], []);
  writeFileSync(join(folder, "page.html"), figurePage(figure, title));
  const browser = await openBrowser("none");
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => void errors.push(message));
    await page.goto(pathToFileURL(join(folder, "page.html")).href);
    const svg = page.locator("#figure > .figure-picture > svg");
    const axes = (await svg.locator("svg").boundingBox())!;
    const at = (x: number, y: number) => [axes.x + x * axes.width, axes.y + y * axes.height] as const;
    const whole = await svg.innerHTML();
    // The first point stands at 1/22 of the axis, 10 % of 1.1 of its span.
    const point = [...whole.matchAll(/<path d="M([\d.]+),([\d.]+)m/g)][0].slice(1).map(Number);
    await page.mouse.move(point[0], point[1]);
    expect(await page.locator(".figure-tip").textContent()).toContain("FER 3.05e-1, 95 % in [2.77e-1, 3.34e-1]");

    const entry = page.getByRole("button", { name: "seed 2" });
    await entry.focus();
    await page.keyboard.press("Enter");
    expect(await entry.getAttribute("aria-pressed")).toBe("false");
    expect((await svg.innerHTML()).length).toBeLessThan(whole.length);
    await page.keyboard.press("Enter");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await svg.innerHTML()).toBe(whole);

    await page.mouse.move(...at(0.6, 0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.9, 0.9));
    await page.mouse.up();
    expect(await svg.innerHTML()).toContain(">2.32<");
    await page.mouse.dblclick(...at(0.5, 0.5));
    expect(await svg.innerHTML()).toBe(whole);

    await page.getByText("Values").click();
    await expect.poll(() => page.locator("#values li").count()).toBe(8);
    const paper = () => svg.evaluate((element) => getComputedStyle(element.querySelector("rect")!).fill);
    expect(await paper()).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await paper()).toBe("rgb(22, 22, 22)");
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
