import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage, serveFolder } from "../notebooks/site.ts";
import { install, pack } from "../package/packed.ts";
import { root } from "../source-files.ts";

/** A new project with the page of doc/guide/browser.md and the package installed from its tarball. */
let project: string;

beforeAll(() => {
  project = install(pack());
  const guide = readFileSync(join(root, "doc/guide/browser.md"), "utf8");
  for (const [name, language] of [
    ["index.html", "html"],
    ["main.ts", "ts"],
  ])
    writeFileSync(join(project, name), new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)![1]);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the page of doc/guide/browser.md", () => {
  it("is built by Vite with a chunk for each family of kernels, and no kernel inlined", async () => {
    const outDir = join(project, "dist");
    await build({ root: project, configFile: false, logLevel: "error", build: { outDir } });
    const files = readdirSync(join(outDir, "assets"));
    expect(files.filter((name) => name.endsWith(".wgsl"))).toEqual([]);
    for (const family of ["binary", "nonbinary", "common"]) expect(files.join(" ")).toContain(`wgsl-${family}-`);
    for (const name of files)
      expect(readFileSync(join(outDir, "assets", name), "utf8")).not.toContain("data:application/octet-stream");
    const main = files.find((name) => name.startsWith("index-") && name.endsWith(".js"))!;
    expect(statSync(join(outDir, "assets", main)).size).toBeLessThan(550_000);
  });

  it("decodes in Web Workers where the browser has no WebGPU, and leaves none", async () => {
    const site = await serveFolder(join(project, "dist"));
    const browser = await openBrowser("none");
    try {
      const { page, complaints } = await openPage(browser, site, "");
      const begun: string[] = [];
      page.on("worker", (worker) => void begun.push(worker.url()));
      await page.locator("#file").setInputFiles(join(root, "codes/tiny/tiny12-gf8.json"));
      await page.getByText("converged 1").waitFor();
      const threads = await page.evaluate(() => navigator.hardwareConcurrency);
      expect(await page.locator("#result").textContent()).toContain(`on CPU, ${threads} Web Worker`);
      expect(begun.join(" ")).toMatch(/^\S+\/assets\/web-worker-\S+\.js$/);
      await expect.poll(() => page.workers()).toEqual([]);
      // The console reports the adapter and the missing icon.
      expect(complaints.filter((text) => !text.startsWith("console"))).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  });

  // Today's compiler has the package's types in test/package/tarball.long.node.test.ts.
  it("compiles under the oldest TypeScript without skipLibCheck", () => {
    const options = {
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "bundler",
    };
    const config = {
      compilerOptions: { ...options, strict: true, skipLibCheck: false, noEmit: true, types: [] },
      include: ["main.ts"],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript-oldest/bin/tsc");
    const run = () => execFileSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
    expect(run()).toBe("");
  });
});
