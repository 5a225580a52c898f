import type { BufferData, ElementType, KernelConstants } from "../kernel/kernel.ts";

/**
 * A buffer of a program. Its size is `length` elements if shared by all frames, `length` elements for each frame slot if
 * `perFrame`, and filled with `data` once if given.
 */
export interface ProgramBuffer {
  readonly type: ElementType;
  readonly length: number;
  readonly perFrame: boolean;
  readonly data?: BufferData;
  /** Set to zero at the beginning of every run. */
  readonly cleared?: boolean;
}

/** One dispatch: a kernel, specialised, over `groups` × frames workgroups. */
export interface Stage {
  /** Name of the kernel in the registry. */
  readonly kernel: string;
  readonly constants: KernelConstants;
  /** Buffer of the program for each of the kernel's bindings. */
  readonly buffers: readonly string[];
  /** Workgroups in x; y is the frame slot. */
  readonly groups: number;
}

/**
 * A decoder, or a whole Monte-Carlo batch, as data: it knows nothing about who runs it. A run does the stages of `start`
 * with iteration 0, those of `iterate` with iterations 1 … repeats, and those of `finish`.
 */
export interface Program {
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  readonly start: readonly Stage[];
  readonly iterate: readonly Stage[];
  readonly repeats: number;
  readonly finish: readonly Stage[];
  /** What was chosen for this device, for reports: "F/B metrics in workgroup memory", … */
  readonly plan: readonly string[];
}

/** What a decoder needs to know of a device to choose its plan. */
export interface DeviceLimits {
  /** Bytes of workgroup memory. */
  readonly workgroupBytes: number;
  /** Work items per workgroup. */
  readonly workgroupSize: number;
  /** A processor plays the GPU: a work item's load costs as much as several operations. */
  readonly software: boolean;
}

/** A buffer of 32-bit words that all frames share and no kernel writes. */
export function constantBuffer(data: Uint32Array): ProgramBuffer {
  return { type: "u32", length: data.length, perFrame: false, data };
}

/** A buffer with `length` elements for each frame slot. */
export function frameBuffer(type: ElementType, length: number): ProgramBuffer {
  return { type, length, perFrame: true };
}

/** Every stage of a program in the order of a run, with its iteration. */
export function* stagesInOrder(program: Program): Generator<{ stage: Stage; iteration: number }> {
  for (const stage of program.start) yield { stage, iteration: 0 };
  for (let iteration = 1; iteration <= program.repeats; iteration++) {
    for (const stage of program.iterate) yield { stage, iteration };
  }
  for (const stage of program.finish) yield { stage, iteration: program.repeats };
}
