import type { GpuContext } from "./context.ts";

/** Times compute passes. */
export interface PassTimer {
  pass(index: number): GPUComputePassDescriptor;
  /** Resolves the queries of all passes. @returns the buffer of the results; undefined if the adapter has no timestamp queries. */
  resolve(encoder: GPUCommandEncoder): GPUBuffer | undefined;
  /** @param resolved content of the buffer of `resolve`. @returns seconds of each pass; empty without timestamp queries. */
  seconds(resolved: ArrayBuffer | undefined): number[];
  release(): void;
}

/**
 * Timestamp queries for `passes` passes; without effect if the adapter has no timestamp queries.
 * @param timed false: no queries.
 */
export function passTimer(context: GpuContext, passes: number, timed = true): PassTimer {
  return timed && context.timestamps ? new TimestampTimer(context, passes) : NO_TIMER;
}

const NO_TIMER: PassTimer = { pass: () => ({}), resolve: () => undefined, seconds: () => [], release: () => {} };

class TimestampTimer implements PassTimer {
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #count: number;

  constructor({ device }: GpuContext, passes: number) {
    this.#count = 2 * passes;
    this.#queries = device.createQuerySet({ type: "timestamp", count: this.#count });
    const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
    this.#resolved = device.createBuffer({ size: 8 * this.#count, usage });
  }

  pass(index: number): GPUComputePassDescriptor {
    return {
      timestampWrites: {
        querySet: this.#queries,
        beginningOfPassWriteIndex: 2 * index,
        endOfPassWriteIndex: 2 * index + 1,
      },
    };
  }

  resolve(encoder: GPUCommandEncoder): GPUBuffer {
    encoder.resolveQuerySet(this.#queries, 0, this.#count, this.#resolved, 0);
    return this.#resolved;
  }

  seconds(resolved: ArrayBuffer): number[] {
    const times = new BigUint64Array(resolved);
    return Array.from({ length: times.length / 2 }, (_, i) => Number(times[2 * i + 1] - times[2 * i]) / 1e9);
  }

  release(): void {
    this.#resolved.destroy();
    this.#queries.destroy();
  }
}
