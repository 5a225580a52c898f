import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shaderFamilies } from "../../bin/shader-families.js";
import type { Engine } from "../../src/index.ts";
import { newFolder } from "../new-folder.ts";
import { openBrowser, openPage, type Site, serveFolder } from "../notebooks/site.ts";
import { root } from "../source-files.ts";

declare global {
  /** What the page under test holds. */
  var library: typeof import("../../src/index.ts");
}

const CHANNEL = "compiled shaders";

/** Workers report every shader that they compile. */
const reportsCompilations: Plugin = {
  name: "reports-compilations",
  enforce: "pre",
  transform(code, id) {
    if (!id.split("?")[0].endsWith("/src/wgsl-cpu/compile.ts")) return undefined;
    const head = "export function compileShader(text: string, ";
    if (!code.includes(head)) throw new Error(`${id}: no ${head}`);
    return code.replace(
      head,
      `const channel = typeof document === "undefined" && new BroadcastChannel("${CHANNEL}");
export function compileShader(text: string, intrinsics: Intrinsics): CompiledShader {
  if (channel) channel.postMessage(text);
  return compileOne(text, intrinsics);
}
function compileOne(text: string, `,
    );
  },
};

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = newFolder();
  const address = JSON.stringify(join(root, "src/index.ts"));
  writeFileSync(
    join(folder, "index.html"),
    `<script type="module">import * as library from ${address}; globalThis.library = library;</script>`,
  );
  const plugins = [shaderFamilies(), reportsCompilations];
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins,
    worker: { format: "es", plugins: () => plugins },
    build: { target: "es2022", outDir: join(folder, "dist"), reportCompressedSize: false, chunkSizeWarningLimit: 5000 },
  });
  site = await serveFolder(join(folder, "dist"));
});
afterAll(() => {
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("Web Workers of a pool compile each shader once among them, with the results of one thread", async () => {
  const browser = await openBrowser("none");
  try {
    const { page } = await openPage(browser, site, "");
    await page.waitForFunction(() => globalThis.library !== undefined);
    const text = readFileSync(join(root, "codes/tiny/tiny12-gf8.json"), "utf8");
    const decode = async ([text, channel]: string[]) => {
      const { cpuEngine, frameDecoder, openCpuPool, readCode, readDecoder } = globalThis.library;
      const shaders: string[] = [];
      const heard = new BroadcastChannel(channel);
      heard.onmessage = ({ data }) => void shaders.push(data);
      const code = readCode(text, "tiny12-gf8.json");
      const decoder = readDecoder("min-max iterations=5");
      const calls = [1, 2, 3, 4].map((seed) =>
        Float32Array.from({ length: 12 * 8 }, (_, i) => (i % 8 === 0 ? 0 : ((i * 37 * seed) % 23) - 4)),
      );
      let workers = 0;
      const Started = Worker;
      globalThis.Worker = class extends Started {
        constructor(...parameters: ConstructorParameters<typeof Worker>) {
          super(...parameters);
          workers++;
        }
      };
      const decoded = async (engine: Engine, workersMost = 0) => {
        const frames = frameDecoder(engine, code, decoder);
        const decodeAll = () => Promise.all(calls.map((llr) => frames.decode(llr)));
        let results = await decodeAll();
        // Other workers start for work that goes on, on a busy machine late.
        for (const begin = performance.now(); workers < workersMost && performance.now() < begin + 60_000; ) {
          results = await decodeAll();
        }
        await engine.close();
        return results.map(({ symbols, iterations }) => [...symbols, ...iterations]);
      };
      const pooled = await decoded(await openCpuPool({ workers: calls.length }), calls.length);
      // A message of the last worker may still be on its way.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { shaders, pooled, workers, alone: await decoded(cpuEngine()) };
    };
    const { shaders, pooled, workers, alone } = await page.evaluate(decode, [text, CHANNEL]);
    expect(new Set(alone.map(String)).size).toBe(4);
    expect(pooled).toEqual(alone);
    expect(workers).toBe(4);
    expect(shaders.length).toBeGreaterThan(4);
    expect(shaders.length).toBe(new Set(shaders).size);
  } finally {
    await browser.close();
  }
});
