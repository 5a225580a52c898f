import { existsSync } from "node:fs";
import { constants, platform, tmpdir } from "node:os";
import { dirname } from "node:path";
import type { WebGpuAdapter } from "../../engine/gpu/webgpu-types.ts";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { makeFolder, userFolder } from "../disk/disk.ts";
import { HUNG_UP } from "../program.ts";
import { withoutNativeLines } from "./native-stderr.ts";

/** SwiftShader as Debian's chromium packages it: a second software adapter. */
const SWIFTSHADER = "/usr/lib/chromium/vk_swiftshader_icd.json";

/**
 * Dawn's objects, held as long as the process lives. If V8 collects the result of `create`, or an adapter, while any of their objects lives
 * or is being torn down, or while a poll is to come, the process dies (segmentation fault, mutex assertions), even after the device was
 * destroyed and a second one opened. So each choice of adapter has one instance, and none is released. Node ends all the same.
 */
const held = { instances: new Map<string, GPU>(), adapters: [] as GPUAdapter[], isAbandoned: false, warns: false };

/**
 * A WebGPU adapter through Dawn.
 * @param name part of an adapter's name in any case, as `ldpc devices` lists it; the best adapter if left out.
 * @returns undefined if no adapter exists and no name was given.
 * @throws InputError if no adapter has that name, or with the error's text if the search fails.
 */
export async function requestAdapter(name?: string): Promise<WebGpuAdapter | undefined> {
  const gpu = await instance(name === undefined ? undefined : await fullName(name));
  const look = () => adapterOf(gpu, { powerPreference: "high-performance" });
  try {
    const adapter = await (name === undefined ? look() : withSwiftShader(look));
    if (adapter === null) return undefined;
    held.adapters.push(adapter);
    return adapter;
  } catch (error) {
    throw failedSearch(error as Error);
  }
}

/** Not for a machine without a driver, where Dawn has no adapter and no error. */
function failedSearch({ message }: Error): InputError {
  return new InputError(`the search for GPUs failed (${printable(message, MESSAGE_SHOWN)}): choose engine "cpu"`);
}
const MESSAGE_SHOWN = 500;

/** The adapter's whole name: Dawn itself is case-sensitive. */
async function fullName(part: string): Promise<string> {
  const names = await adapterNames();
  const found = names.find((name) => name.toLowerCase().includes(part.toLowerCase()));
  if (found !== undefined) return found;
  const list = names.length === 0 ? "there is none" : `there are: ${names.join(", ")}`;
  throw new InputError(`no adapter is named "${part}": ${list}`);
}

/**
 * Dawn's warnings at its first enumeration of drivers: about missing Vulkan or missing drivers (the commands report
 * their device themselves), with the place in Dawn's source and an empty line; and, for most drivers, about a limit of
 * bindings that no kernel here reaches.
 */
const DAWN_WARNING = new RegExp(
  [
    "^Warning: Couldn't load Vulkan: ",
    "^Warning: vkCreateInstance[: ]",
    "^Warning: maxDynamic\\w+ artificially reduced from \\d+ to \\d+ to fit dynamic offset allocation limit\\.",
    "^ {4}at .*\\(.*\\.cpp:\\d+\\)\\n?$",
    "^\\n$",
  ].join("|"),
);

function adapterOf(gpu: GPU, options?: GPURequestAdapterOptions): Promise<GPUAdapter | null> {
  if (held.warns) return gpu.requestAdapter(options);
  return withoutDawnWarnings(() => gpu.requestAdapter(options));
}

/**
 * Calls `requestAdapter` of a Dawn instance and keeps Dawn's warnings off stderr. Dawn has neither a toggle nor a callback
 * for its warnings. It enumerates drivers within the call, not later.
 */
export function withoutDawnWarnings<Result>(request: () => Result): Result {
  return withoutNativeLines(DAWN_WARNING, request);
}

/** Lets Dawn's warnings and all other lines of drivers through to stderr from now on. */
export function letDriversWrite(): void {
  held.warns = true;
}

/** Lets Dawn's warnings through to stderr from now on. Dawn then looks for drivers, and its warnings explain why one is missing. */
export async function showDawnWarnings(): Promise<void> {
  letDriversWrite();
  await requestAdapter();
}

/**
 * Names of all adapters that Dawn finds on this machine, including SwiftShader of an installed chromium.
 * @throws InputError with the error's text if the search fails.
 * @example
 * const names = await adapterNames(); // [] where Dawn finds no driver
 * Array.isArray(names); // → true
 */
export async function adapterNames(): Promise<string[]> {
  const gpu = await instance("\0");
  try {
    await withSwiftShader(() => adapterOf(gpu));
    return [];
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes("\nAvailable adapters:\n")) throw failedSearch(error as Error);
    // If no adapter matches, Dawn's message names all of them: its only listing.
    return [...message.matchAll(/name: '([^']*)'/g)].map((match) => match[1]);
  }
}

/**
 * Leaves Dawn in its current state: destroying a device waits for its shaders, which may compile for half a
 * minute. The program then ends by `endProcess`.
 */
export function abandonDawn(): void {
  held.isAbandoned = true;
}

/**
 * Ends the process with a status that stands for a signal (128 + its number). After `abandonDawn` and after SIGHUP the process
 * ends by that signal itself, which a shell shows as the same status. `process.exit` would crash: it would tear Dawn down while
 * its threads work, and Node 20 does not bear a closed terminal there.
 */
export function endProcess(status: number): never {
  if (isDawnAbandoned() || status === HUNG_UP) {
    const names = ["SIGTERM", "SIGHUP"] as const;
    const name = names.find((each) => status === 128 + constants.signals[each]) ?? "SIGINT";
    process.removeAllListeners(name);
    process.kill(process.pid, name);
  }
  process.exit(status);
}

/** Whether `endProcess` has to end the program. */
export function isDawnAbandoned(): boolean {
  return held.isAbandoned && held.adapters.length > 0;
}

/**
 * Lets Dawn look for adapters with SwiftShader among them. The loader reads this variable within the call, in which
 * Dawn starts it. Afterwards the environment is restored, so that later requests without a name, here or in a child
 * process, do not get SwiftShader.
 */
function withSwiftShader<T>(look: () => T): T {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES, VK_ADD_DRIVER_FILES: before } = process.env;
  if (VK_ICD_FILENAMES || VK_DRIVER_FILES || before || !existsSync(SWIFTSHADER)) return look();
  process.env.VK_ADD_DRIVER_FILES = SWIFTSHADER;
  try {
    return look();
  } finally {
    if (before === undefined) delete process.env.VK_ADD_DRIVER_FILES;
    else process.env.VK_ADD_DRIVER_FILES = before;
  }
}

/** Dawn's options that do not depend on the adapter. */
export const DAWN_OPTIONS = [
  // Browsers blur time stamps to 0.1 ms against spying; a benchmark in Node needs the device's own time stamps.
  "disable-dawn-features=timestamp_quantization",
  // Dawn keeps f16 from NVIDIA's driver because of faulty versions (crbug.com/42251215). Kernels only compute whole numbers in it.
  "enable-dawn-features=vulkan_enable_f16_on_nvidia",
] as const;

/** Longest time that `mapPolled` keeps the event loop, in milliseconds. */
const POLLED = 0.5;
/** A GPU hardly ends a run sooner, in milliseconds, and a poll takes some microseconds. */
const SOONEST = 0.04;
/** Longer work is polled for after this share of the time that it has taken, but every so many milliseconds at least. */
const WAITED = 1 / 16;
const PAUSE_MAXIMUM = 5;

/** Begin of the newest map. */
let newest = 0;

/** Does work that gives Dawn's next poll to the global `setImmediate`. @param polls gets it in its place. */
function collecting<Result>(polls: (() => void)[], work: () => Result): Result {
  const { setImmediate: later } = globalThis;
  Object.assign(globalThis, { setImmediate: (poll: () => void) => void polls.push(poll) });
  try {
    return work();
  } finally {
    globalThis.setImmediate = later;
  }
}

/**
 * Maps a buffer for reading, as `mapAsync`, and polls Dawn for it in a loop. Dawn alone polls once a turn of the event loop: while work is
 * under way, it gives a poll to the global `setImmediate`, and each poll the next one.
 * @param meanwhile does a part of other work, before the first poll and after each. @returns whether parts are left.
 */
export function mapPolled(buffer: GPUBuffer, meanwhile: () => boolean): Promise<undefined> {
  const polls: (() => void)[] = [];
  const mapped = collecting(polls, () => buffer.mapAsync(GPUMapMode.READ));
  newest = performance.now();
  // Not now: calls that are made together are all submitted first.
  setImmediate(() => {
    const begin = performance.now();
    while (meanwhile() && performance.now() < begin + SOONEST);
    const until = begin + POLLED;
    while (polls.length === 1 && buffer.mapState === "pending" && performance.now() < until) {
      collecting(polls, polls.pop()!);
      if (buffer.mapState === "pending") meanwhile();
    }
    for (const poll of polls) pollSeldom(poll);
  });
  return mapped;
}

/**
 * Polls Dawn and for what is still under way again, the more seldom the longer it takes. Each poll leaves an object that lives until the collector
 * has looked through the whole heap: with one a turn of the event loop that took 0.14 s of every second.
 */
function pollSeldom(poll: () => void): void {
  const next = performance.now() + Math.min(PAUSE_MAXIMUM, WAITED * (performance.now() - newest));
  waiting.add(poll);
  const turn = () => {
    const left = next - performance.now();
    if (!waiting.has(poll)) return;
    if (left >= 1) setTimeout(turn, Math.floor(left));
    else if (left > 0) setImmediate(turn);
    else pollWaiting([poll]);
  };
  setImmediate(turn);
}

/** Polls that wait for their time. */
const waiting = new Set<() => void>();

/** Polls at once. When a device is closed its maps end by it: a process that ended before they did could crash in Dawn. */
export function pollWaiting(polls: readonly (() => void)[] = [...waiting]): void {
  const next: (() => void)[] = [];
  for (const poll of polls) {
    waiting.delete(poll);
    collecting(next, poll);
  }
  for (const poll of next) pollSeldom(poll);
}

/** The package is optional, as it is larger than all others together. */
const DAWN_MISSING =
  "the package webgpu, which drives GPUs, is not installed: `npm install webgpu` installs it (132 MB)";

function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes("'webgpu'");
}

/** Why no GPU can be used on a machine without the optional package; undefined if it is installed. */
export async function missingDawn(): Promise<string | undefined> {
  try {
    await import("webgpu");
  } catch (error) {
    // Another fault of the package is reported by its first use.
    if (isMissing(error)) return DAWN_MISSING;
  }
  return undefined;
}

/**
 * Makes the folder in which NVIDIA's driver keeps compiled kernels. The driver makes its own folder in it, but not the folder itself, which
 * a fresh container lacks: each process then compiles for 0.7 s.
 */
function makeCacheFolder(): void {
  if (platform() !== "linux") return;
  try {
    makeFolder(dirname(userFolder("cache")), 0o700);
  } catch {
    // A home that cannot be written has no cache.
  }
}

/** Dawn for adapters of this name, made once. */
async function instance(name: string | undefined): Promise<GPU> {
  const known = held.instances.get(name ?? "");
  if (known !== undefined) return known;
  // Without this Mesa writes a warning for every device.
  process.env.XDG_RUNTIME_DIR ??= tmpdir();
  makeCacheFolder();
  let dawn: typeof import("webgpu");
  try {
    dawn = await import("webgpu");
  } catch (error) {
    if (isMissing(error)) throw new InputError(`${DAWN_MISSING}, or choose engine "cpu"`);
    throw new InputError(`Dawn does not load on this machine (${(error as Error).message}): choose engine "cpu"`);
  }
  Object.assign(globalThis, dawn.globals);
  const gpu = dawn.create(name === undefined ? [...DAWN_OPTIONS] : [...DAWN_OPTIONS, `adapter=${name}`]);
  held.instances.set(name ?? "", gpu);
  return gpu;
}
