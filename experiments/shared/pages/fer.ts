import { readFileSync } from "node:fs";
import { type PointRow, parsePoints } from "../../../src/simulation/points.ts";
import { type FrameErrors, rateText, undetectedText } from "../rates.ts";
import { experimentsFile } from "./results.ts";

/** The curves of decoders over GF(q). */
export const SYMBOL_FER = "results/nonbinary-fer-h200.csv";
/** The curves of decoders over GF(2), by number format. */
export const BINARY_FER = "results/binary/fer-h200.csv";
/** Points of decoders with messages in registers. */
export const REGISTER_FER = "results/binary/registers-fer-h100.csv";

const known = new Map<string, readonly PointRow[]>();

/** The points of a CSV file below experiments/, read once. @param name as `results/binary/fer-h200.csv`. */
export function pointsOfFile(name: string): readonly PointRow[] {
  let points = known.get(name);
  if (points === undefined) {
    points = parsePoints(readFileSync(experimentsFile(name), "utf8"), name);
    known.set(name, points);
  }
  return points;
}

/** Points of a decoder, whose canonical words begin with its rule and contain all given ones. */
export function ferRows(file: string, code: string, decoder: string): PointRow[] {
  const [rule, ...options] = decoder.split(" ");
  const wanted = options.filter((word) => /^(messages|step|iterations|scale)=/.test(word));
  const formatless = !wanted.some((word) => word.startsWith("messages="));
  return pointsOfFile(file).filter((row) => {
    const words = row.decoder.split(" ");
    const others = formatless && words.some((word) => /^messages=(?!f32)/.test(word));
    return row.code === code && words[0] === rule && !others && wanted.every((word) => words.includes(word));
  });
}

/** The wrong frames of a decoder at a point; undefined without a simulation. */
export function ferErrors(file: string, code: string, decoder: string, point: number): FrameErrors | undefined {
  const row = ferRows(file, code, decoder).find((one) => one.point === point);
  return row && { errors: row.frame_errors, frames: row.frames, undetected: row.undetected };
}

/** FER of a decoder at a point; `–` without a simulation. */
export function ferText(...point: Parameters<typeof ferErrors>): string {
  const errors = ferErrors(...point);
  return errors === undefined ? "–" : rateText(errors);
}

/** The undetected of the wrong frames of a decoder at a point; `–` without a simulation. */
export function undetectedAt(...point: Parameters<typeof ferErrors>): string {
  const errors = ferErrors(...point);
  return errors === undefined ? "–" : undetectedText(errors);
}

/** Wrong frames of offset min-sum in a number format, wimax-2304-1152, 10 iterations at 2.5 dB. */
export function wimaxErrors(format: string, file = BINARY_FER): FrameErrors {
  return ferErrors(file, "wimax-2304-1152", `offset-min-sum messages=${format} iterations=10`, 2.5)!;
}
