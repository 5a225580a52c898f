import type { Dispatch, Program } from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { loadText } from "../gpu/load-text.ts";
import { loadedTexts } from "../shader.ts";
import { wgslFile } from "../wgsl-file.ts";

/** Texts of WGSL files by their names, read once. */
const texts = new Map<string, string>();

/** A built-in module of Node.js, obtained without an import, which would fail in a browser. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(url: URL, encoding: "utf8"): string };
}

/**
 * The text of a WGSL file that `loadShaders` has loaded, or that can be read synchronously, as in Node.js.
 * @throws Error if the file is not loaded. `prepare` loads the shaders of its program.
 */
export function textNow(name: string): string {
  const text = knownText(name);
  if (text === undefined) throw new Error(`${wgslFile(name).href} has not been loaded`);
  return text;
}

function knownText(name: string): string | undefined {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const url = wgslFile(name);
  if (url.protocol !== "file:") return undefined;
  const text = (globalThis as { process?: NodeProcess }).process
    ?.getBuiltinModule?.("node:fs")
    .readFileSync(url, "utf8");
  if (text !== undefined) texts.set(name, text);
  return text;
}

/** Loads the shaders of a program that cannot be read synchronously. */
export async function loadShaders(program: Program): Promise<void> {
  const loading = new Map<string, Promise<string>>();
  const load = (name: string) => {
    const text = loading.get(name) ?? loadText(wgslFile(name));
    loading.set(name, text);
    return text;
  };
  // Layers and iterations have the same kernels.
  const dispatches = new Map<string, Dispatch>();
  for (const { dispatch } of dispatchesInOrder(program)) {
    dispatches.set(JSON.stringify([dispatch.kernel, dispatch.variant?.imports]), dispatch);
  }
  const read = async (name: string) => knownText(name) ?? load(name);
  const loaded = await Promise.all([...dispatches.values()].map((dispatch) => loadedTexts(dispatch, read)));
  for (const [name, text] of loaded.flatMap((each) => [...each])) texts.set(name, text);
}
