import { requireOptions } from "../../options.ts";
import type { Engine } from "../engine.ts";
import { gpuEngine } from "./engine.ts";

/**
 * Options of a browser's WebGPU engine.
 * @example
 * const options: WebGpuOptions = { memory: 4 * 2 ** 30 };
 */
export interface WebGpuOptions {
  /**
   * Maximum device memory for one program in bytes, 2 GiB if left out; WebGPU does not report the size of the memory.
   */
  readonly memory?: number;
}

/**
 * The WebGPU engine of a browser, in a page or in a worker, on the fastest adapter. It fetches kernels when a decoder
 * needs them.
 * @param options the maximum device memory for one program, in bytes.
 * @throws InputError for an unknown option.
 * @returns undefined where the browser has no WebGPU or no adapter: take `cpuEngine`, best in a worker.
 * @example
 * const gpu = await openWebGpu(); // undefined where there is no WebGPU
 * await gpu?.close();
 */
export async function openWebGpu(options: WebGpuOptions = {}): Promise<Engine | undefined> {
  requireOptions("openWebGpu", options, { memory: true });
  const { gpu } = navigator as { gpu?: GPU };
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === undefined || adapter === null) return undefined;
  return gpuEngine({ adapter, memory: options.memory });
}
