import type { Engine } from "../engine.ts";
import { gpuEngine } from "./engine.ts";

/**
 * How a browser's WebGPU engine is opened.
 * @example
 * const options: WebGpuOptions = { memory: 4 * 2 ** 30 };
 */
export interface WebGpuOptions {
  /** Most bytes of device memory for one program, 2 GiB if left out; WebGPU does not report the size of the memory. */
  readonly memory?: number;
}

/**
 * The WebGPU engine of a browser, in a page or in a worker, on the fastest adapter; kernels are fetched when a decoder needs them.
 * @param options the most device memory for one program, in bytes.
 * @returns undefined where the browser has no WebGPU or no adapter: take `cpuEngine`, best in a worker.
 * @example
 * const gpu = await openWebGpu(); // undefined where there is no WebGPU
 * await gpu?.close();
 */
export async function openWebGpu({ memory }: WebGpuOptions = {}): Promise<Engine | undefined> {
  const { gpu } = navigator as { gpu?: GPU };
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === undefined || adapter === null) return undefined;
  return gpuEngine({ adapter, memory });
}
