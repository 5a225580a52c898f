import type { Program } from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { loadText } from "../gpu/load-text.ts";
import { shaderFiles } from "../shader.ts";

/** Texts of WGSL files by their addresses, read once. */
const texts = new Map<string, string>();

/** A built-in module of Node.js, obtained without an import, which would fail in a browser. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(url: URL, encoding: "utf8"): string };
}

/**
 * The text of a WGSL file that `loadShaders` has loaded, or that can be read synchronously, as in Node.js.
 * @throws Error if the file is not loaded. `prepare` loads the shaders of its program.
 */
export function textNow(url: URL): string {
  const text = knownText(url);
  if (text === undefined) throw new Error(`${url.href} has not been loaded`);
  return text;
}

function knownText(url: URL): string | undefined {
  const known = texts.get(url.href);
  if (known !== undefined || url.protocol !== "file:") return known;
  const text = (globalThis as { process?: NodeProcess }).process
    ?.getBuiltinModule?.("node:fs")
    .readFileSync(url, "utf8");
  if (text !== undefined) texts.set(url.href, text);
  return text;
}

/** Loads the shaders of a program that cannot be read synchronously. */
export async function loadShaders(program: Program): Promise<void> {
  const urls = [...dispatchesInOrder(program)].flatMap(({ dispatch }) => shaderFiles(dispatch));
  const missing = new Map(urls.filter((url) => knownText(url) === undefined).map((url) => [url.href, url]));
  await Promise.all([...missing.values()].map(async (url) => texts.set(url.href, await loadText(url))));
}
