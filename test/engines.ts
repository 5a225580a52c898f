import { afterAll, beforeAll } from "vitest";
import { cpuEngine } from "../src/engine/cpu/engine.ts";
import type { Engine } from "../src/engine/engine.ts";
import { type GpuEngineOptions, gpuEngine } from "../src/engine/gpu/engine.ts";
import { LEFT_TO_BROWSER } from "./sweep.ts";

/** V8 must not collect the adapter while its device is in use. */
let adapter: GPUAdapter | null = null;

/** Opens the WebGPU engine on this environment's adapter. */
export async function openGpu(options: Pick<GpuEngineOptions, "memory" | "row" | "f16"> = {}): Promise<Engine> {
  adapter = await navigator.gpu.requestAdapter();
  if (adapter === null) throw new Error("no WebGPU adapter: run node bin/setup-adapter.js");
  return gpuEngine({ adapter, load: loadText, ...options });
}

/**
 * Whether tests leave a case for this engine to the browser: tests that are not of Node alone run in Chromium too, on SwiftShader, which
 * compiles large kernels in a tenth of the time of Mesa's device.
 */
export function isLeftToBrowser({ info }: Engine): boolean {
  return LEFT_TO_BROWSER && info.engine === "gpu" && info.software;
}

/** Opens both engines before a file's tests and closes them afterwards. Only tests may read `.gpu` and `.cpu`. */
export function bothEngines(options: Pick<GpuEngineOptions, "row" | "f16"> = {}): {
  readonly gpu: Engine;
  readonly cpu: Engine;
} {
  const engines = { gpu: undefined as unknown as Engine, cpu: cpuEngine() };
  beforeAll(async () => {
    engines.gpu = await openGpu(options);
  });
  afterAll(async () => {
    await engines.gpu?.close();
  });
  return engines;
}

export async function loadText(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: ${response.status}`);
  return response.text();
}
