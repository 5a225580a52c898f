import { finish } from "../../code/steps.ts";
import type { Readback } from "../engine.ts";
import type { Staging } from "./buffers.ts";
import type { PassTimer } from "./pass-timer.ts";

/** The commands of a submission, and the places of its results. */
export interface EncodedRun {
  readonly commands: GPUCommandBuffer;
  readonly clock: PassTimer;
  readonly staging: Staging;
}

/** Encodes a run; between its parts the host may do something else. */
export type RunEncoding = Generator<void, EncodedRun, void>;

/** Larger results take longer to copy than their commands take to encode. */
const RESULT_BYTES_MAXIMUM = 2 ** 20;

/**
 * Commands of the next run, encoded while the device computes. WebGPU submits commands once only, and encoding them takes a host as long
 * as a device takes to decode one frame. Runs of a decoder are alike, so the commands are ready when the next run is called. They are
 * encoded part by part, between polls of the device where the engine polls it, so that a result never waits for them.
 */
export class ReadyRun {
  #ready: { readonly shape: string; readonly encoding: RunEncoding; run?: EncodedRun } | undefined;
  /** Frames and results of the latest run. */
  #latest = "";

  /** @returns commands of a run of this shape, for one submission. */
  take(frames: number, readbacks: readonly Readback[]): EncodedRun | undefined {
    const ready = this.#ready;
    if (ready?.shape !== shapeOf(frames, readbacks)) return undefined;
    this.#ready = undefined;
    return ready.run ?? finish(ready.encoding);
  }

  /** Begins to encode the next run, if the latest two runs were alike. @param encode makes commands of a run of this shape. */
  prepare(frames: number, readbacks: readonly Readback[], encode: () => RunEncoding): void {
    const shape = shapeOf(frames, readbacks);
    const isRepeated = this.#latest === shape;
    this.#latest = shape;
    const bytes = 4 * readbacks.reduce((sum, { elements }) => sum + elements, 0);
    if (!isRepeated || bytes > RESULT_BYTES_MAXIMUM || this.#ready?.shape === shape) return;
    this.drop();
    this.#ready = { shape, encoding: encode() };
    this.#encodeLater();
  }

  /** Returns the memory of commands that are never submitted. */
  drop(): void {
    if (this.#ready?.run === undefined) this.#ready?.encoding.return(undefined as never);
    else {
      this.#ready.run.staging.drop();
      this.#ready.run.clock.release();
    }
    this.#ready = undefined;
  }

  /** Encodes a part of the next run. @returns whether parts are left. */
  encodePart(): boolean {
    const ready = this.#ready;
    if (ready === undefined || ready.run !== undefined) return false;
    const { done, value } = ready.encoding.next();
    if (done) ready.run = value;
    return !done;
  }

  #encodeLater(): void {
    later(() => {
      if (this.encodePart()) this.#encodeLater();
    });
  }
}

/** Calls a function after pending events. In Node these include the device's, which `setTimeout` would delay by a millisecond. */
const later: (callback: () => void) => unknown =
  (globalThis as { setImmediate?: typeof later }).setImmediate ?? ((callback) => setTimeout(callback));

function shapeOf(frames: number, readbacks: readonly Readback[]): string {
  return readbacks.reduce((text, { buffer, elements }) => `${text} ${buffer} ${elements}`, `${frames}`);
}
