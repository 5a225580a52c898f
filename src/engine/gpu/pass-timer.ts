import type { GpuContext } from "./context.ts";

/** Times compute passes. */
export interface PassTimer {
  pass(index: number): GPUComputePassDescriptor;
  resolve(encoder: GPUCommandEncoder): void;
  /** Seconds of each pass; empty if the adapter has no timestamp queries. */
  seconds(): Promise<number[]>;
  release(): void;
}

/** Timestamp queries for `passes` passes; without effect if the adapter has no timestamp queries. */
export function passTimer(context: GpuContext, passes: number): PassTimer {
  return context.timestamps ? new TimestampTimer(context, passes) : NO_TIMER;
}

const NO_TIMER: PassTimer = { pass: () => ({}), resolve: () => {}, seconds: async () => [], release: () => {} };

class TimestampTimer implements PassTimer {
  readonly #context: GpuContext;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #staging: GPUBuffer;
  readonly #count: number;

  constructor(context: GpuContext, passes: number) {
    const { device } = context;
    this.#context = context;
    this.#count = 2 * passes;
    this.#queries = device.createQuerySet({ type: "timestamp", count: this.#count });
    const size = 8 * this.#count;
    this.#resolved = device.createBuffer({ size, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
    this.#staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
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

  resolve(encoder: GPUCommandEncoder): void {
    encoder.resolveQuerySet(this.#queries, 0, this.#count, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#staging, 0, 8 * this.#count);
  }

  async seconds(): Promise<number[]> {
    await this.#context.orLost(this.#staging.mapAsync(GPUMapMode.READ));
    const times = new BigUint64Array(this.#staging.getMappedRange().slice(0));
    this.#staging.unmap();
    return Array.from({ length: times.length / 2 }, (_, i) => Number(times[2 * i + 1] - times[2 * i]) / 1e9);
  }

  release(): void {
    this.#staging.destroy();
    this.#resolved.destroy();
    this.#queries.destroy();
  }
}
