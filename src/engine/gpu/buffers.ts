import type { BufferData } from "../../gpu/kernel.ts";
import { bufferElements, type Program } from "../../gpu/program.ts";
import type { Readback } from "../engine.ts";
import type { GpuContext } from "./context.ts";

/** The buffers of a program on a device, and their readbacks. */
export class GpuBuffers {
  readonly named: Readonly<Record<string, GPUBuffer>>;
  readonly #context: GpuContext;
  readonly #program: Program;
  /** Unmapped buffers for results, by size, kept because allocating them for every run costs more than a short run. */
  readonly #staging = new Map<number, GPUBuffer[]>();

  /** Allocates the buffers; the caller opens the error scope for a lack of memory. */
  constructor(context: GpuContext, program: Program, frames: number) {
    const { device } = context;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const named: Record<string, GPUBuffer> = {};
    for (const [label, buffer] of Object.entries(program.buffers)) {
      named[label] = device.createBuffer({ label, size: 4 * Math.max(1, bufferElements(buffer, frames)), usage });
    }
    this.named = named;
    this.#context = context;
    this.#program = program;
    for (const [name, { data }] of Object.entries(program.buffers)) if (data !== undefined) this.write(name, data);
  }

  write(name: string, data: BufferData): void {
    this.#context.device.queue.writeBuffer(this.named[name], 0, data as Uint32Array<ArrayBuffer>);
  }

  /** Sets the buffers with `cleared` to zero at the start of a run. */
  clear(encoder: GPUCommandEncoder): void {
    for (const [name, { cleared }] of Object.entries(this.#program.buffers)) {
      if (cleared) encoder.clearBuffer(this.named[name]);
    }
  }

  /**
   * Copies leading elements to buffers that can be mapped. @returns a function that reads them after the submission of
   * the encoder's commands.
   */
  stage(encoder: GPUCommandEncoder, readbacks: readonly Readback[]): () => Promise<BufferData[]> {
    const staged = readbacks.map(({ buffer, elements }) => this.#stage(encoder, buffer, 4 * elements));
    return () => Promise.all(staged.map((staging, i) => this.#take(staging, readbacks[i].buffer)));
  }

  /** All elements of a buffer. */
  read(name: string): Promise<BufferData> {
    const { device } = this.#context;
    const encoder = device.createCommandEncoder();
    const staging = this.#stage(encoder, name, this.named[name].size);
    device.queue.submit([encoder.finish()]);
    return this.#take(staging, name);
  }

  destroy(): void {
    const buffers = [...Object.values(this.named), ...[...this.#staging.values()].flat()];
    if (this.#program.secret) {
      // The memory may hold keys: it is cleared before its release.
      const { device } = this.#context;
      const encoder = device.createCommandEncoder();
      for (const buffer of buffers) encoder.clearBuffer(buffer);
      device.queue.submit([encoder.finish()]);
    }
    for (const buffer of buffers) buffer.destroy();
  }

  #stage(encoder: GPUCommandEncoder, name: string, size: number): GPUBuffer {
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = this.#staging.get(size)?.pop() ?? this.#context.device.createBuffer({ size, usage });
    encoder.copyBufferToBuffer(this.named[name], 0, staging, 0, size);
    return staging;
  }

  async #take(staging: GPUBuffer, name: string): Promise<BufferData> {
    await this.#context.orLost(staging.mapAsync(GPUMapMode.READ));
    const bytes = staging.getMappedRange().slice(0);
    staging.unmap();
    const free = this.#staging.get(staging.size);
    if (free === undefined) this.#staging.set(staging.size, [staging]);
    else free.push(staging);
    const { type } = this.#program.buffers[name];
    if (type === "f32") return new Float32Array(bytes);
    return type === "i32" ? new Int32Array(bytes) : new Uint32Array(bytes);
  }
}
