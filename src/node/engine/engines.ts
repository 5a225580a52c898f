import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Engine, EngineInfo } from "../../engine/engine.ts";
import { adapterInfo, gpuEngine } from "../../engine/gpu/engine.ts";
import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import { bindThisProcess, cardSystem, meansCard } from "../cards/cards.ts";
import { coresPerJob, cpuPool } from "./cpu-pool.ts";
import { abandonDawn, mapPolled, missingDawn, pollWaiting, requestAdapter } from "./dawn.ts";

/** Kinds of engines: a WebGPU adapter, the CPU, or (auto) a hardware GPU if the machine has one and else the CPU. */
export const ENGINES = ["auto", "gpu", "cpu"] as const;

/** The user's choice of engine: --engine, --adapter, --memory and --jobs. Worker processes receive it as JSON. */
export const ENGINE_CHOICE = z.object({
  engine: z.enum(ENGINES),
  /** A part of an adapter's name in any case, or the number or PCI address of a card. */
  adapter: z.string().optional(),
  /** GiB of device memory for one program; 2 if left out. */
  memory: z.number().positive().optional(),
  /** Worker processes that share this machine; the cpu engine takes its share of the cores. 1 if left out. */
  jobs: z.number().int().positive().optional(),
});

/**
 * The device that `openEngine` opens.
 * - `engine`: `auto`, `gpu` or `cpu`.
 * - `adapter`: a part of an adapter's name in any case, or the number or PCI address of a card.
 * - `memory`: GiB of device memory for one program; 2 if left out.
 * - `jobs`: processes that share this machine; the CPU engine takes its share of the cores. 1 if left out.
 * @example
 * const choice: EngineChoice = { engine: "gpu", adapter: "H200", memory: 40 };
 */
export type EngineChoice = Readonly<z.infer<typeof ENGINE_CHOICE>>;

/** The choice alone, of options that hold others too. */
export function engineChoice(options: EngineChoice): EngineChoice {
  return ENGINE_CHOICE.parse(options);
}

/**
 * Opens the chosen engine: `gpu` a WebGPU adapter, even a software one; `cpu` all cores; `auto` a named adapter or a
 * hardware one, else the cores.
 * @param choice kind, adapter and memory; `auto` if left out.
 * @param warn called at most once, for a cache of compiled kernels that is damaged or cannot be written; a warning of Node if left out.
 * @throws InputError if no adapter has that name, or none exists although one was requested, or for a memory that is no
 * positive number, or jobs that are no positive whole number.
 * @example
 * const cores = await openEngine({ engine: "cpu" });
 * cores.info.engine; // → "cpu"
 * await cores.close();
 */
export async function openEngine(choice: Partial<EngineChoice> = {}, warn?: (text: string) => void): Promise<Engine> {
  const { memory, jobs } = choice;
  const adapter = await chosenAdapter(choice);
  if (adapter === undefined) return cpuPool(coresPerJob(jobs ?? 1), warn);
  const bytes = memory === undefined ? undefined : memory * 2 ** 30;
  const engine = await gpuEngine({ adapter, load: (url) => readFile(url, "utf8"), memory: bytes, map: mapPolled });
  const close = async () => {
    await engine.close();
    pollWaiting();
  };
  return { ...engine, close, abandon: abandonDawn };
}

/** The engine that `openEngine` opens, without its device, which takes longer to open than to describe. @throws as `openEngine`. */
export async function engineInfo(choice: Partial<EngineChoice>): Promise<EngineInfo> {
  const adapter = await chosenAdapter(choice);
  if (adapter !== undefined) return adapterInfo(adapter);
  const pool = cpuPool(coresPerJob(choice.jobs ?? 1));
  await pool.close();
  return pool.info;
}

/** The adapter of the chosen engine; undefined for the CPU. @throws as `openEngine`. */
async function chosenAdapter(choice: Partial<EngineChoice>): Promise<GPUAdapter | undefined> {
  const { engine = "auto", adapter: name, memory, jobs = 1 } = choice;
  if (!ENGINES.includes(engine) || typeof choice !== "object") {
    throw new InputError(`the engine must be { engine: ${ENGINES.map((known) => `"${known}"`).join(" | ")} }`);
  }
  requireOptions("openEngine", choice, ENGINE_CHOICE.shape);
  if (memory !== undefined && !(memory > 0 && Number.isFinite(memory))) {
    throw new InputError(`memory ${memory}: give GiB above 0`);
  }
  if (!(Number.isInteger(jobs) && jobs >= 1)) throw new InputError(`jobs ${jobs}: give a whole number of at least 1`);
  if (engine === "cpu") {
    if (name !== undefined) throw new InputError(`adapter "${name}" names a GPU: leave it out with engine "cpu"`);
    return undefined;
  }
  if (engine === "auto" && name === undefined) {
    const missing = await missingDawn();
    if (missing !== undefined) {
      faster = hasGpu() ? `this machine has a GPU, but ${missing}` : GPU_FASTER;
      return undefined;
    }
  }
  const adapter = await requestAdapter(name === undefined ? undefined : await adapterName(name));
  // A processor that emulates a GPU is slower than the processor itself.
  if (adapter !== undefined && (engine === "gpu" || name !== undefined || !adapterInfo(adapter).software))
    return adapter;
  if (engine === "auto") return undefined;
  throw new InputError(`no WebGPU adapter on this machine: choose engine "cpu", or ${installHint()}`);
}

/** Every adapter at once, for commands that start a process for each. */
export const ALL_ADAPTERS = "all";

/** The adapter's name for Dawn: a card's number or address binds this process to the card. */
async function adapterName(said: string): Promise<string> {
  if (said === ALL_ADAPTERS) {
    throw new InputError(`adapter "${ALL_ADAPTERS}" stands for several devices: an engine has one, name it`);
  }
  return meansCard(said) ? bindThisProcess(said, await cardSystem()) : said;
}

const GPU_FASTER = "a GPU with a Vulkan, Metal or D3D12 driver is much faster";

/** What would be faster than the cpu engine. */
let faster = GPU_FASTER;

/** Whether the machine probably has a GPU, for machines where nothing can ask its driver. */
function hasGpu(): boolean {
  return (
    process.platform !== "linux" || ["/dev/nvidia0", "/dev/dri/renderD128", "/dev/dxg"].some((file) => existsSync(file))
  );
}

/** One line for the user: the engine in use, a faster one, and the way to get it. */
export function engineSentence(info: EngineInfo): string {
  if (info.engine === "cpu") {
    return `runs on the cpu engine (${info.adapter}); ${faster}`;
  }
  if (info.software) {
    return `runs on ${info.adapter}, a software device (${info.driver}); ${GPU_FASTER}`;
  }
  return `runs on ${info.adapter} (${info.driver})`;
}

function installHint(): string {
  return process.platform === "linux"
    ? "`node bin/setup-adapter.js` installs Mesa's software Vulkan device on Debian and Ubuntu"
    : "install the GPU vendor's driver";
}
