import type { BufferData } from "../../gpu/kernel.ts";
import { bufferElements, type Program } from "../../gpu/program.ts";
import type { Readback, RunResult } from "../engine.ts";
import type { GpuContext } from "./context.ts";

/** The content of buffers that a run has copied. */
export interface Staged {
  /** By readback. */
  readonly data: RunResult["outputs"];
  readonly extra?: ArrayBuffer;
}

/** A copy of buffers that an encoder's commands make. */
export interface Staging {
  /** Reads the copy, after the submission of the commands. @param meanwhile as of `GpuContext.map`. */
  read(meanwhile?: () => boolean): Promise<Staged>;
  /** Returns the memory of a copy whose commands are never submitted. */
  drop(): void;
}

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
   * Copies leading elements of buffers, and the whole of another buffer, to one buffer that can be mapped: a map costs more than the copies.
   * @param extra for example the results of timestamp queries.
   */
  stage(encoder: GPUCommandEncoder, readbacks: readonly Readback[], extra?: GPUBuffer): Staging {
    const parts = readbacks.map(({ buffer, elements }) => ({ source: this.named[buffer], bytes: 4 * elements }));
    const sizes = parts.map(({ bytes }) => bytes);
    const extraBytes = extra?.size ?? 0;
    const total = sizes.reduce((sum, bytes) => sum + bytes, extraBytes);
    if (total === 0) return { read: async () => ({ data: [] }), drop: () => {} };
    const staging = this.#free(total);
    const giveBack = () => void this.#staging.get(total)!.push(staging);
    if (extra !== undefined) encoder.copyBufferToBuffer(extra, 0, staging, 0, extraBytes);
    let at = extraBytes;
    const offsets = parts.map(({ source, bytes }) => {
      const offset = at;
      encoder.copyBufferToBuffer(source, 0, staging, offset, bytes);
      at += bytes;
      return offset;
    });
    const read = async (meanwhile?: () => boolean) => {
      await this.#context.map(staging, meanwhile);
      const mapped = staging.getMappedRange();
      const data = readbacks.map(({ buffer, elements, bytes }, i) =>
        bytes
          ? new Uint8Array(new Uint32Array(mapped, offsets[i], elements))
          : this.#typed(buffer, mapped.slice(offsets[i], offsets[i] + sizes[i])),
      );
      const ofExtra = extra === undefined ? {} : { extra: mapped.slice(0, extraBytes) };
      staging.unmap();
      giveBack();
      return { data, ...ofExtra };
    };
    return { read, drop: giveBack };
  }

  async read(name: string): Promise<BufferData> {
    const { device } = this.#context;
    const encoder = device.createCommandEncoder();
    const staged = this.stage(encoder, [{ buffer: name, elements: this.named[name].size / 4 }]);
    device.queue.submit([encoder.finish()]);
    const { data } = await staged.read();
    return data[0] as BufferData;
  }

  /** @param isUsed whether a run may have written to the buffers. */
  destroy(isUsed = true): void {
    const buffers = [...Object.values(this.named), ...[...this.#staging.values()].flat()];
    if (this.#program.secret && isUsed) {
      // The memory may hold keys: it is cleared before its release.
      const { device } = this.#context;
      const encoder = device.createCommandEncoder();
      for (const buffer of buffers) encoder.clearBuffer(buffer);
      device.queue.submit([encoder.finish()]);
    }
    for (const buffer of buffers) buffer.destroy();
  }

  /** A buffer that can be mapped. */
  #free(size: number): GPUBuffer {
    const free = this.#staging.get(size) ?? [];
    this.#staging.set(size, free);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    return free.pop() ?? this.#context.device.createBuffer({ size, usage });
  }

  #typed(name: string, bytes: ArrayBuffer): BufferData {
    const { type } = this.#program.buffers[name];
    if (type === "f32") return new Float32Array(bytes);
    return type === "i32" ? new Int32Array(bytes) : new Uint32Array(bytes);
  }
}
