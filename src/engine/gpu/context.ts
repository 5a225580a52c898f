import { DeviceLostError } from "../../errors.ts";
import type { PipelineCache } from "./pipelines.ts";

/** A device with its pipelines, which reports the loss of the device. */
export class GpuContext {
  readonly device: GPUDevice;
  readonly pipelines: PipelineCache;
  readonly timestamps: boolean;
  /** Maximum number of workgroups of a dispatch in one dimension; larger dispatches use rows in a second dimension. */
  readonly row: number;
  readonly #lost: Promise<never>;
  /** Rejects at the first error outside all error scopes, after which results cannot be trusted. */
  readonly #failed: Promise<never>;

  constructor(device: GPUDevice, pipelines: PipelineCache, timestamps: boolean, row: number) {
    this.device = device;
    this.pipelines = pipelines;
    this.timestamps = timestamps;
    this.row = row;
    this.#lost = device.lost.then((info) => {
      throw new DeviceLostError(`the device was lost: ${info.message || info.reason}`);
    });
    this.#failed = new Promise((_, reject) => {
      device.addEventListener("uncapturederror", ({ error }) => reject(new Error(`WebGPU: ${error.message}`)));
    });
    // The next wait for the device reports the loss.
    this.#lost.catch(() => {});
    this.#failed.catch(() => {});
  }

  /** The promise's value. @throws DeviceLostError if the device goes away first; Error if a command was invalid. */
  async orLost<T>(promise: Promise<T>): Promise<T> {
    // Pending GPU promises do not keep Node's event loop alive; a timer does.
    const alive = setInterval(() => {}, 1000);
    try {
      return await Promise.race([promise, this.#lost, this.#failed]);
    } catch (error) {
      if (error instanceof DeviceLostError) throw error;
      // A failed map after a loss of the device may be reported before `device.lost`.
      await Promise.race([this.#lost, new Promise((resolve) => setTimeout(resolve, 100))]);
      throw error;
    } finally {
      clearInterval(alive);
    }
  }
}
