import { InputError } from "../../src/index.ts";

/** Largest number of points of a sweep on a page. */
const POINTS_MAXIMUM = 100;

/**
 * Reads values from `from:step:to` or `a,b,c`, and sorts them with the worst channel first, as `ldpc simulate` does.
 * @throws InputError with the accepted forms for any other text.
 */
export function parsePoints(text: string, better: "larger" | "smaller"): number[] {
  const parts = text.split(":").map((part) => part.trim());
  const numbers = text.includes(":")
    ? parts.map(Number)
    : text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (numbers.length === 0 || numbers.some((value) => !Number.isFinite(value))) {
    throw new InputError(`points "${text}": write from:step:to, for example 1:0.5:3, or numbers with commas`);
  }
  const values = text.includes(":") ? steps(numbers, text) : numbers;
  const unique = [...new Set(values)].sort((a, b) => a - b);
  return better === "larger" ? unique : unique.reverse();
}

function steps([from, step, to]: number[], text: string): number[] {
  if (to === undefined || !(step > 0) || to < from) {
    throw new InputError(`points "${text}": from:step:to needs a step above 0 and an end not below its start`);
  }
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > POINTS_MAXIMUM)
    throw new InputError(`points "${text}": ${count} points, and a page takes ${POINTS_MAXIMUM}`);
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toPrecision(12)));
}
