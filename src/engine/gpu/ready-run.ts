import type { Readback } from "../engine.ts";
import type { Staging } from "./buffers.ts";
import type { PassTimer } from "./pass-timer.ts";

/** The commands of a submission, and the places of its results. */
export interface EncodedRun {
  readonly commands: GPUCommandBuffer;
  readonly clock: PassTimer;
  readonly staging: Staging;
}

/** Larger results take longer to copy than their commands take to encode. */
const RESULT_BYTES_MAXIMUM = 2 ** 20;

/**
 * Commands of the next run, encoded while the device computes. WebGPU submits commands once only, and encoding them takes a host as long
 * as a device takes to decode one frame. Runs of a decoder are alike, so the commands are ready when the next run is called.
 */
export class ReadyRun {
  #ready: { readonly shape: string; readonly run: EncodedRun } | undefined;
  /** Frames and results of the latest run. */
  #latest = "";

  /** @returns commands of a run of this shape, for one submission. */
  take(frames: number, readbacks: readonly Readback[]): EncodedRun | undefined {
    if (this.#ready?.shape !== shapeOf(frames, readbacks)) return undefined;
    const { run } = this.#ready;
    this.#ready = undefined;
    return run;
  }

  /** Encodes the next run, if the latest two runs were alike. @param encode makes commands of the run of this shape. */
  prepare(frames: number, readbacks: readonly Readback[], encode: () => EncodedRun): void {
    const shape = shapeOf(frames, readbacks);
    const isRepeated = this.#latest === shape;
    this.#latest = shape;
    const bytes = 4 * readbacks.reduce((sum, { elements }) => sum + elements, 0);
    if (!isRepeated || bytes > RESULT_BYTES_MAXIMUM || this.#ready?.shape === shape) return;
    this.drop();
    this.#ready = { shape, run: encode() };
  }

  /** Returns the memory of commands that are never submitted. */
  drop(): void {
    this.#ready?.run.staging.drop();
    this.#ready?.run.clock.release();
    this.#ready = undefined;
  }
}

function shapeOf(frames: number, readbacks: readonly Readback[]): string {
  return readbacks.reduce((text, { buffer, elements }) => `${text} ${buffer} ${elements}`, `${frames}`);
}
