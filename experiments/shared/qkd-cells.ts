import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";

const CELL = z.strictObject({
  /** Of which the information columns are used. */
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** Percent. */
  qber: z.number(),
  frames: z.int().positive(),
  /** [iterations + 1]: frames that converged, by iterations done. */
  converged: z.array(z.int().nonnegative()),
  /** Frames that did not converge. */
  failed: z.int().nonnegative(),
  /** Frames that converged to another word than Alice's. */
  undetected: z.int().nonnegative(),
  /** Sifted bits of a frame. */
  bits: z.int().positive(),
  /** Of all frames on the device, sampling to counters. */
  seconds: z.number().nonnegative(),
  /** The decoder's kernels alone, of a batch of `profiledFrames` whose stages were timed one by one. */
  decoderSeconds: z.number().nonnegative(),
  profiledFrames: z.int().positive(),
});

const FILE = z.strictObject({
  experiment: z.literal("qkd-cells"),
  device: z.strictObject({
    engine: z.enum(["gpu", "cpu"]),
    adapter: z.string(),
    driver: z.string(),
    software: z.boolean(),
  }),
  seed: z.int().nonnegative(),
  cells: z.array(CELL),
});

/** A code with a decoder at a QBER, simulated. */
export type MeasuredCell = Readonly<z.infer<typeof CELL>>;

/** What a file of cells is of. */
export interface CellFileHead {
  readonly device: EngineInfo;
  readonly seed: number;
}

/** Cells that were simulated on one device with one seed, in a JSON file with a line for each. */
export class CellFile {
  readonly head: CellFileHead;
  readonly #path: string;
  readonly #cells: Map<string, MeasuredCell>;

  private constructor(path: string, head: CellFileHead, cells: readonly MeasuredCell[]) {
    this.#path = path;
    this.head = head;
    this.#cells = new Map(cells.map((cell) => [keyOf(cell), cell]));
  }

  /** Reads a file. @throws InputError if it cannot be read or is no file of cells. */
  static read(path: string): CellFile {
    const { device, seed, cells } = parse(path);
    return new CellFile(path, { device, seed }, cells);
  }

  /**
   * A file to write, with what an earlier call wrote to it.
   * @throws InputError if there is one that is no file of cells, or is of another device or seed.
   */
  static open(path: string, head: CellFileHead): CellFile {
    if (!existsSync(path)) return new CellFile(path, head, []);
    const found = CellFile.read(path);
    const { device, seed } = found.head;
    if (seed !== head.seed)
      throw new InputError(`${path} has cells of seed ${seed}, not ${head.seed}: give another --out`);
    if (device.adapter !== head.device.adapter || device.driver !== head.device.driver) {
      const names = [device, head.device].map(({ adapter, driver }) => `${adapter} (${driver})`);
      throw new InputError(`${path} has cells of ${names[0]}, not of ${names[1]}: give another --out`);
    }
    return found;
  }

  get cells(): MeasuredCell[] {
    return [...this.#cells.values()];
  }

  find(code: string, decoder: string, qber: number): MeasuredCell | undefined {
    return this.#cells.get(keyOf({ code, decoder, qber }));
  }

  /** Keeps a cell, in place of one with fewer frames. */
  set(cell: MeasuredCell): void {
    this.#cells.set(keyOf(cell), cell);
  }

  /** Writes all cells. A process killed meanwhile leaves the file as it was. */
  save(): void {
    const { device, seed } = this.head;
    const start = JSON.stringify({ experiment: "qkd-cells", device, seed }, null, 2).slice(0, -2);
    const lines = this.cells.map((cell) => `    ${JSON.stringify(cell)}`);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.part`, `${start},\n  "cells": [\n${lines.join(",\n")}\n  ]\n}\n`);
    renameSync(`${this.#path}.part`, this.#path);
  }
}

/** Megabits of sifted key per second, sampling to counters. */
export function chainRate({ frames, bits, seconds }: MeasuredCell): number {
  return (frames * bits) / seconds / 1e6;
}

/** Megabits of sifted key per second, the decoder's kernels alone. */
export function decoderRate({ profiledFrames, bits, decoderSeconds }: MeasuredCell): number {
  return (profiledFrames * bits) / decoderSeconds / 1e6;
}

function keyOf({ code, decoder, qber }: Pick<MeasuredCell, "code" | "decoder" | "qber">): string {
  return JSON.stringify([code, decoder, qber]);
}

function parse(path: string): z.infer<typeof FILE> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new InputError(`cannot be read: ${(error as Error).message}`, { file: path });
  }
  const read = FILE.safeParse(content);
  if (read.success) return read.data;
  throw new InputError(`is no file of ldpc experiment qkd-tables: ${z.prettifyError(read.error)}`, { file: path });
}
