import { readFile } from "node:fs/promises";
import type { Engine, EngineInfo } from "../engine/engine.ts";
import { gpuEngine } from "../engine/gpu/engine.ts";
import { InputError } from "../errors.ts";
import { coresPerJob, cpuPool } from "./cpu-pool.ts";
import { requestAdapter } from "./dawn.ts";

/** How a user says what to run on: --engine and --adapter. */
export interface EngineChoice {
  readonly engine: "auto" | "gpu" | "cpu";
  /** Part of an adapter's name, any case. */
  readonly adapter?: string;
  /** GiB of device memory for one program; 2 if left out. */
  readonly memory?: number;
  /** Worker processes that share this machine; the cpu engine takes its part of the cores. 1 if left out. */
  readonly jobs?: number;
}

/**
 * Opens the engine asked for: `gpu` a WebGPU adapter, `cpu` the twins on all cores, `auto` the first of them that there is.
 * A program that opened a GPU ends with `releaseDawn()`, or Node does not exit.
 * @throws InputError if there is no adapter of that name, or none at all where one was asked for, or for a memory that is no
 * positive number.
 */
export async function openEngine({ engine, adapter: name, memory, jobs = 1 }: EngineChoice): Promise<Engine> {
  if (memory !== undefined && !(memory > 0 && Number.isFinite(memory))) {
    throw new InputError(`--memory ${memory}: give GiB above 0`);
  }
  if (engine === "cpu") {
    if (name !== undefined) throw new InputError(`--adapter ${name} names a GPU: it does not go with --engine cpu`);
    return cpuPool(coresPerJob(jobs));
  }
  const adapter = await requestAdapter(name);
  if (adapter !== undefined)
    return gpuEngine({ adapter, load: readText, memory: memory === undefined ? undefined : memory * 2 ** 30 });
  if (engine === "auto") return cpuPool(coresPerJob(jobs));
  throw new InputError(`no WebGPU adapter on this machine: use --engine cpu, or ${installHint()}`);
}

/** One line for the user: what runs, and what would be faster and how to get it. */
export function engineSentence(info: EngineInfo): string {
  if (info.engine === "cpu") {
    return `runs on the cpu engine (${info.adapter}); a software Vulkan device is faster: ${installHint()}; a GPU with a Vulkan, Metal or D3D12 driver is much faster`;
  }
  if (info.software) {
    return `runs on ${info.adapter}, a software device (${info.driver}); a GPU with a Vulkan, Metal or D3D12 driver is much faster`;
  }
  return `runs on ${info.adapter} (${info.driver})`;
}

function installHint(): string {
  return process.platform === "linux"
    ? "`node bin/setup-adapter.js` installs Mesa's software Vulkan device on Debian and Ubuntu"
    : "install the GPU vendor's driver";
}

function readText(url: URL): Promise<string> {
  return readFile(url, "utf8");
}
