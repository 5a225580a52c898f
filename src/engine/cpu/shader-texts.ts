import type { Program } from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { loadText } from "../gpu/load-text.ts";
import { shaderFiles } from "../shader.ts";

/** Texts of WGSL files by their addresses, read once. */
const texts = new Map<string, string>();

/** What Node.js has of its own, without an import that a browser could not do. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(url: URL, encoding: "utf8"): string };
}

/**
 * The text of a WGSL file that has been loaded, or can be read at once, as in Node.js.
 * @throws Error if it is neither: whoever prepares a program loads its shaders.
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

/** Loads the shaders of a program, where they cannot be read at once. */
export async function loadShaders(program: Program): Promise<void> {
  const urls = [...dispatchesInOrder(program)].flatMap(({ dispatch }) => shaderFiles(dispatch));
  const missing = new Map(urls.filter((url) => knownText(url) === undefined).map((url) => [url.href, url]));
  await Promise.all([...missing.values()].map(async (url) => texts.set(url.href, await loadText(url))));
}
