import { DeviceLostError } from "../../errors.ts";
import type { PipelineCache } from "./pipelines.ts";

/** Maps a buffer for reading and polls the device for it. @param meanwhile does a part of other work; returns whether parts are left. */
export type MapPolled = (buffer: GPUBuffer, meanwhile: () => boolean) => Promise<undefined>;

/** A device with its pipelines, which reports the loss of the device. */
export class GpuContext {
  readonly device: GPUDevice;
  readonly pipelines: PipelineCache;
  readonly timestamps: boolean;
  /** Maximum number of workgroups of a dispatch in one dimension; larger dispatches use rows in a second dimension. */
  readonly row: number;
  readonly #polls: MapPolled | undefined;
  #lost: DeviceLostError | undefined;
  /** The first error outside all error scopes, after which results cannot be trusted. */
  #failed: Error | undefined;
  /** Rejects the promises that wait for the device. */
  readonly #waiting = new Set<(error: Error) => void>();
  /**
   * Pending GPU promises do not keep Node's event loop alive; a timer does. It is held and let go with each wait, as making one takes some
   * microseconds. Browsers need none.
   */
  readonly #alive: { ref?(): void; unref?(): void } = setInterval(() => {}, 1000) as object;

  constructor(device: GPUDevice, pipelines: PipelineCache, timestamps: boolean, row: number, polls?: MapPolled) {
    this.device = device;
    this.pipelines = pipelines;
    this.timestamps = timestamps;
    this.row = row;
    this.#polls = polls;
    this.#alive.unref?.();
    void device.lost.then(({ message, reason }) => this.#lose(message || reason));
    device.addEventListener("uncapturederror", ({ error }) => {
      this.#failed ??= new Error(`WebGPU: ${error.message}`);
      this.#rejectAll(this.#failed);
    });
  }

  /** Gives the device back: what waits for it, and what asks for it later, fails with DeviceLostError. */
  close(): void {
    // The browser ends maps in flight at once and reports the loss later.
    this.#lose("it was closed");
    this.device.destroy();
  }

  #lose(reason: string): void {
    this.#lost ??= new DeviceLostError(`the device was lost: ${reason}`);
    this.#rejectAll(this.#lost);
  }

  #rejectAll(error: Error): void {
    for (const reject of this.#waiting) reject(error);
  }

  /** Maps a buffer for reading. @param meanwhile called between polls of the device, if the engine polls it. @throws as `orLost`. */
  map(buffer: GPUBuffer, meanwhile: () => boolean = () => false): Promise<undefined> {
    return this.orLost(this.#polls?.(buffer, meanwhile) ?? buffer.mapAsync(GPUMapMode.READ));
  }

  /** The promise's value. @throws DeviceLostError if the device goes away first; Error if a command was invalid. */
  async orLost<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.#beforeFailure(promise);
    } catch (error) {
      if (error instanceof DeviceLostError) throw error;
      // A failed map after a loss of the device may be reported before `device.lost`, on a busy machine long before.
      const patience = error instanceof DOMException ? 5000 : 100;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([this.device.lost, late]);
      clearTimeout(timer);
      throw this.#lost ?? error;
    }
  }

  /**
   * The objects that `make` creates, and the device's error if it cannot have them.
   * @returns `memory`: whether the device lacks memory for them.
   */
  async allocated<T>(
    make: () => T,
  ): Promise<{ readonly made: T; readonly memory: boolean; readonly error: GPUError | null }> {
    const { device } = this;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    const made = make();
    // Both scopes end before another call can open its own.
    const errors = Promise.all([device.popErrorScope(), device.popErrorScope()]);
    const [invalid, memory] = await this.orLost(errors);
    return { made, memory: memory !== null, error: memory ?? invalid };
  }

  /**
   * The promise's value, unless the device fails first. (`Promise.race` with a promise of the loss would keep a reaction for every run
   * until the loss.)
   */
  #beforeFailure<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#waiting.delete(fail);
        if (this.#waiting.size === 0) this.#alive.unref?.();
      };
      const fail = (error: Error) => {
        settle();
        reject(error);
      };
      this.#waiting.add(fail);
      promise.then((value) => {
        settle();
        resolve(value);
      }, fail);
      const failure = this.#lost ?? this.#failed;
      if (failure !== undefined) fail(failure);
      else if (this.#waiting.size === 1) this.#alive.ref?.();
    });
  }
}
