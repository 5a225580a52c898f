import { DeviceLostError } from "../errors.ts";
import type { PipelineCache } from "./pipelines.ts";

/** A device, its pipelines, and whether it has been lost. */
export class GpuContext {
  readonly device: GPUDevice;
  readonly pipelines: PipelineCache;
  readonly timestamps: boolean;
  readonly #lost: Promise<never>;

  constructor(device: GPUDevice, pipelines: PipelineCache, timestamps: boolean) {
    this.device = device;
    this.pipelines = pipelines;
    this.timestamps = timestamps;
    this.#lost = device.lost.then((info) => {
      throw new DeviceLostError(`the device was lost: ${info.message || info.reason}`);
    });
    this.#lost.catch(() => {});
  }

  /** The promise's value, or DeviceLostError if the device goes away first. */
  async orLost<T>(promise: Promise<T>): Promise<T> {
    // Pending GPU promises do not keep Node's event loop alive; a timer does.
    const alive = setInterval(() => {}, 1000);
    try {
      return await Promise.race([promise, this.#lost]);
    } catch (error) {
      if (error instanceof DeviceLostError) throw error;
      // A map that fails because the device went away may be told before `device.lost` is.
      await Promise.race([this.#lost, new Promise((resolve) => setTimeout(resolve, 100))]);
      throw error;
    } finally {
      clearInterval(alive);
    }
  }
}
