import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { InputError } from "../errors.ts";

/** SwiftShader as Debian's chromium packages it: a second software adapter. */
const SWIFTSHADER = "/usr/lib/chromium/vk_swiftshader_icd.json";

/**
 * Everything of Dawn's that is alive. If V8 collects the object that `create` returns while a device of its lives, the
 * process dies at random (doc/decisions), so it is held here; it is let go at the end or Node would not exit.
 */
const held: { gpu?: GPU; adapter?: GPUAdapter } = {};

/**
 * A WebGPU adapter through Dawn.
 * @param name part of an adapter's name in any case, as `ldpc devices` lists it; the best adapter if left out.
 * @returns undefined if there is none and no name was given.
 * @throws InputError if no adapter has that name.
 */
export async function requestAdapter(name?: string): Promise<GPUAdapter | undefined> {
  const { gpu } = await createGpu(name === undefined ? undefined : await fullName(name));
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) return undefined;
  held.gpu = gpu;
  held.adapter = adapter;
  return adapter;
}

/** The adapter's whole name: Dawn itself minds the case. */
async function fullName(part: string): Promise<string> {
  const names = await adapterNames();
  const found = names.find((name) => name.toLowerCase().includes(part.toLowerCase()));
  if (found !== undefined) return found;
  const list = names.length === 0 ? "there is none" : `there are: ${names.join(", ")}`;
  throw new InputError(`no adapter is named "${part}": ${list}`);
}

/** Names of all adapters that Dawn finds here, SwiftShader of an installed chromium included. */
export async function adapterNames(): Promise<string[]> {
  offerSwiftShader();
  return (await createGpu("\0")).adapters;
}

/** Lets go of Dawn, so that Node can exit. */
export function releaseDawn(): void {
  held.gpu = undefined;
  held.adapter = undefined;
}

/** The loader reads this variable when Dawn starts it, so a change in this process still counts. */
function offerSwiftShader(): void {
  if (process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES || process.env.VK_ADD_DRIVER_FILES) return;
  if (existsSync(SWIFTSHADER)) process.env.VK_ADD_DRIVER_FILES = SWIFTSHADER;
}

async function createGpu(name: string | undefined): Promise<{ gpu?: GPU; adapters: string[] }> {
  // Mesa writes a warning for every device otherwise.
  process.env.XDG_RUNTIME_DIR ??= tmpdir();
  let dawn: typeof import("@webgpu/node");
  try {
    dawn = await import("@webgpu/node");
  } catch (error) {
    throw new InputError(`Dawn does not load on this machine (${(error as Error).message}): use --engine cpu`);
  }
  Object.assign(globalThis, dawn.globals);
  // Browsers blur time stamps to 0.1 ms against spying; a benchmark in Node needs what the device says.
  const options = ["disable-dawn-features=timestamp_quantization"];
  const gpu = dawn.create(name === undefined ? options : [...options, `adapter=${name}`]);
  try {
    await gpu.requestAdapter();
    return { gpu, adapters: [] };
  } catch (error) {
    // Dawn names the adapters it has when none matches: its only listing.
    const adapters = [...(error as Error).message.matchAll(/name: '([^']*)'/g)].map((match) => match[1]);
    return { adapters };
  }
}
