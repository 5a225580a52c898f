import { readFileSync } from "node:fs";
import { z } from "zod";
import { InputError } from "../../src/errors.ts";
import { fitted, jsonValue } from "../../src/json.ts";
import { experimentsFile } from "./pages/results.ts";

const read = new Map<string, unknown>();

/**
 * A table that measurements stand beside, or whose cases are measured: a JSON file in experiments/reference, read once.
 * @param name without its ending.
 */
export function readTable<T>(name: string, schema: z.ZodType<T>): T {
  if (!read.has(name)) {
    const file = experimentsFile(`reference/${name}.json`);
    const found = fitted(jsonValue(readFileSync(file, "utf8"), { file }), schema);
    if (found.misfit !== undefined) {
      throw new InputError(`${found.misfit.path.join(".")} ${found.misfit.message}`, { file });
    }
    read.set(name, found.content);
  }
  return read.get(name) as T;
}

/** Decoders of a code at a point, which have all else in common. */
export const CASES = z.strictObject({
  code: z.string(),
  /** 5G: block rows used. */
  rows: z.int().optional(),
  reconciles: z.boolean().optional(),
  /** Eb/N0 in dB, or with `reconciles` the QBER in percent. */
  at: z.number(),
  decoders: z.array(z.string()),
});

export const ungrouped = <Group extends { readonly decoders: readonly string[] }>(groups: readonly Group[]) =>
  groups.flatMap(({ decoders, ...rest }) => decoders.map((decoder) => ({ ...rest, decoder })));
