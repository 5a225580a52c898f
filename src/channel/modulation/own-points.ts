import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { InputError } from "../../errors.ts";
import { requireWord } from "../channel-word.ts";
import { lineWords } from "../line-words.ts";
import type { Modulation } from "./modulation.ts";

/** The points of a constellation that the user made. */
export interface OwnPoints {
  /** Number of points, a power of two. */
  readonly count: number;
  /** Distinguishes constellations of the same name: the first 8 hexadecimal digits of the SHA-256 of the coordinates. */
  readonly digest: string;
  /** In-phase and quadrature by label, of any mean energy; absent where no more than the text of a channel is known. */
  readonly coordinates?: readonly (readonly [inPhase: number, quadrature: number])[];
}

/** A name of own points, and the points. */
export interface NamedPoints {
  readonly name: string;
  readonly points: OwnPoints;
}

/** Bits of a label. */
const MOST_BITS = 8;

/**
 * Reads a constellation: a line for each point, with its label, in-phase and quadrature, in any order; labels are the numbers 0 … M − 1,
 * whose least significant bit is the first. Without a quadrature points lie on the axis. Lines may end in a comment behind `#`.
 * @param name of the constellation, for tasks and figures.
 * @param file for messages; left out for a text that is no file's.
 * @throws InputError with the line for equal points, labels that are no permutation, and lines of another form.
 * @example
 * readOwnPoints("0 1 0\n1 0 1\n2 0 -1\n3 -1 0\n", "cross").points.count; // → 4
 */
export function readOwnPoints(text: string, name: string, file?: string): NamedPoints {
  requireWord(name, "a constellation", file);
  const byLabel = new Map<number, { readonly at: readonly [number, number]; readonly line: number }>();
  const byPlace = new Map<string, number>();
  text.split(/\n/).forEach((content, i) => {
    const line = i + 1;
    const words = lineWords(content, { file, line });
    if (words.length === 0) return;
    const fault = (message: string) => new InputError(message, { file, line });
    const [label, x, y = 0] = words.map(Number);
    if (words.length < 2 || words.length > 3 || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw fault(
        `"${content.trim().slice(0, 40)}" is no point: give label, in-phase and quadrature, such as 3 0.7 -0.7`,
      );
    }
    if (!/^\d{1,3}$/.test(words[0]) || label >= 2 ** MOST_BITS) {
      throw fault(
        `label "${words[0].slice(0, 40)}" is none of 0 … ${2 ** MOST_BITS - 1}: labels are whole numbers from 0`,
      );
    }
    const same = byLabel.get(label);
    if (same !== undefined) {
      throw fault(`label ${label} is that of line ${same.line} too: each point has a label of its own`);
    }
    const place = `${x + 0} ${y + 0}`;
    const twin = byPlace.get(place);
    if (twin !== undefined) {
      throw fault(`the point is that of line ${twin} too: no receiver could tell the labels apart; move one`);
    }
    byPlace.set(place, line);
    byLabel.set(label, { at: [x, y], line });
  });
  return { name, points: ownPoints(coordinatesOf(byLabel, file)) };
}

function coordinatesOf(
  byLabel: ReadonlyMap<number, { readonly at: readonly [number, number]; readonly line: number }>,
  file: string | undefined,
) {
  const count = byLabel.size;
  if (count < 2 || !Number.isInteger(Math.log2(count))) {
    throw new InputError(`${count} points: a constellation has 2, 4, 8, … or ${2 ** MOST_BITS}; add or remove some`, {
      file,
    });
  }
  const beyond = [...byLabel].find(([label]) => label >= count);
  if (beyond !== undefined) {
    const missing = Array.from({ length: count }, (_, label) => label).find((label) => !byLabel.has(label));
    throw new InputError(
      `label ${beyond[0]} of ${count} points: labels are 0 … ${count - 1}, each once; ${missing} is missing`,
      { file, line: beyond[1].line },
    );
  }
  return Array.from({ length: count }, (_, label) => byLabel.get(label)!.at);
}

/** Points with their digest. @param coordinates by label. */
export function ownPoints(coordinates: readonly (readonly [number, number])[]): OwnPoints {
  const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(coordinates)))).slice(0, 8);
  return { count: coordinates.length, digest, coordinates };
}

/** The points as a text that `readOwnPoints` reads, in one line with semicolons in the place of line ends. */
export function ownPointsText({ name, points }: NamedPoints): string {
  return `${name}=${knownCoordinates(name, points)
    .map(([x, y], label) => `${label} ${x} ${y}`)
    .join(";")}`;
}

/** The inverse of `ownPointsText`; undefined for a text of another form. @throws InputError as `readOwnPoints`. */
export function parseOwnPoints(text: string): NamedPoints | undefined {
  const [, name, lines] = /^([^=\n]*)=(.*;.*)$/.exec(text) ?? [];
  return name === undefined ? undefined : readOwnPoints(lines.replaceAll(";", "\n"), name);
}

/** As a modulation of mean energy 1. @throws InputError if the coordinates are not known. */
export function ownModulation(name: string, points: OwnPoints): Modulation {
  const coordinates = knownCoordinates(name, points);
  // Squares of very large or small numbers leave the range of float64.
  const most = Math.max(...coordinates.flat().map(Math.abs));
  const energy = coordinates.reduce((sum, [x, y]) => sum + (x / most) ** 2 + (y / most) ** 2, 0) / coordinates.length;
  const scale = 1 / Math.sqrt(energy);
  const scaled = coordinates.map(([x, y]): [number, number] => [(scale * x) / most, (scale * y) / most]);
  return { name, bits: Math.log2(points.count), shape: { axes: "joint", points: scaled } };
}

function knownCoordinates(name: string, { coordinates }: OwnPoints) {
  if (coordinates !== undefined) return coordinates;
  throw new InputError(`the points of ${name} are not in points.csv: give the run's folder, or the file of the points`);
}
