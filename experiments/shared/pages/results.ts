import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../../../src/errors.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { readProvenance } from "../files.ts";

const cache = new Map<string, unknown>();

/** The end of the name of a measurement's file: its device. */
export const DEVICE_ENDING = /-[a-z]+\d+\.json$/;

/** The path of a file below experiments/. */
export function experimentsFile(name: string): string {
  return join(packageRoot(), "experiments", name);
}

/**
 * The one JSON file of a measurement, whose name ends with its device: `results/speeds/symbols` may be
 * `results/speeds/symbols-h200.json`. A new file takes the old one's place, and all pages follow.
 * @throws InputError if there is none, or several.
 */
export function resultFile(name: string): string {
  const folder = dirname(name);
  const isOfName = (file: string) => DEVICE_ENDING.test(file) && file.replace(DEVICE_ENDING, "") === basename(name);
  const found = readdirSync(experimentsFile(folder)).filter(isOfName);
  if (found.length === 1) return `${folder}/${found[0]}`;
  const text = found.length === 0 ? "no file" : found.join(" and ");
  throw new InputError(`holds ${text} of ${basename(name)}, and the pages need one: keep that of one device`, {
    file: experimentsFile(folder),
  });
}

/**
 * The graphics card of measurements that stand beside each other: `NVIDIA H100` of the adapter `nvidia-h100-80gb-hbm3`.
 * @throws InputError for files of several cards.
 */
export function cardOf(...files: readonly string[]): string {
  const cards = new Set(files.map(cardOfFile));
  if (cards.size === 1) return [...cards][0];
  const texts = files.map((file) => `${basename(file)} of ${cardOfFile(file)}`);
  throw new InputError(`holds ${texts.join(", ")}: measure them on one card`, {
    file: experimentsFile(dirname(files[0])),
  });
}

function cardOfFile(file: string): string {
  const { device } = readProvenance(experimentsFile(file));
  const [, maker, model] = /^(nvidia)-([a-z]+\d+)/.exec(device) ?? [];
  return model === undefined ? device : `${maker} ${model}`.toUpperCase();
}

/** A JSON file below experiments/, read once. @param name as `results/nonbinary-table-3-h200.json`. */
export function jsonFile(name: string): unknown {
  if (!cache.has(name)) cache.set(name, JSON.parse(readFileSync(experimentsFile(name), "utf8")));
  return cache.get(name);
}

/**
 * A number of a JSON file.
 * @param path names and indexes; `comparisons[what=one frame]` is the element of an array whose `what` begins with these words.
 * @throws InputError if the file has no number at the path.
 * @example numberOf("results/nonbinary-table-3-h200.json", "comparisons[what=one frame, 10]", "ours") // 0.888…
 */
export function numberOf(file: string, ...path: readonly (string | number)[]): number {
  let value = jsonFile(file);
  for (const step of path) {
    const [, name, key, start] = typeof step === "string" ? (/^(\w+)\[(\w+)=(.*)\]$/.exec(step) ?? []) : [];
    const inner = member(value, name ?? step);
    value = name === undefined ? inner : listOf(inner).find((one) => String(member(one, key)).startsWith(start));
  }
  if (typeof value === "number") return value;
  throw new InputError(`has no number at ${path.join(" → ")}`, { file: experimentsFile(file) });
}

const member = (value: unknown, name: string | number): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Figures of pages by name. Each figure reads its number from, or makes its table of, a file below experiments/. */
export type Figures = Readonly<Record<string, () => string>>;
