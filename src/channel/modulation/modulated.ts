import { InputError } from "../../errors.ts";
import { type Interleaver, interleaverText, parseInterleaver } from "./interleaver.ts";
import { LABELINGS, type Labeling, relabelled, SENT_BY_5G, standardBits } from "./labelings.ts";
import type { Modulation, Pam } from "./modulation.ts";
import { MODULATION_NAMES, type ModulationName, modulations } from "./modulations.ts";
import { type NamedPoints, type OwnPoints, ownModulation, parseOwnPoints } from "./own-points.ts";

/**
 * The receiver's computation of decoder inputs from received points. `symbols`: the LLR vectors of code symbols, which are sent in separate
 * points. `log-map`: the LLR of each bit of a label, as if bits were independent (bit-interleaved coded modulation). `max-log`: as `log-map`,
 * with the nearest point in place of a sum over points.
 */
export const DEMAPPERS = ["symbols", "log-map", "max-log"] as const;
export type Demapper = (typeof DEMAPPERS)[number];

/** Largest mismatch in dB. */
export const MISMATCH_MAXIMUM = 20;

/** Labelled points: a named modulation with a rule of labels, or the user's own points with their labels. */
export type LabelledPoints =
  | { readonly name: ModulationName; readonly labeling: Labeling; readonly points?: undefined }
  | (NamedPoints & { readonly labeling: "own" });

/**
 * A modulation with its labels and their use by both ends: all properties that affect counts.
 * @example
 * const modulated: Modulated = { name: "64qam", labeling: "gray", demapper: "max-log", interleaver: 7 };
 */
export type Modulated = LabelledPoints & LabelUse;

interface LabelUse {
  readonly demapper: Demapper;
  /** Order in which bits, or symbols behind `symbols`, fill labels, such as the seed of a random one; if left out, that of the code. */
  readonly interleaver?: Interleaver;
  /** dB by which the receiver takes Es/N0 for higher than it is, for teaching; 0 if left out. */
  readonly mismatch?: number;
  /** Rayleigh fading, known to the receiver: consecutive points with the same gain. No fading if left out. */
  readonly fading?: number;
}

/** The labelled points. @throws InputError if own points are known by name alone. */
export function modulationOf(labelled: LabelledPoints): Modulation {
  if (labelled.points !== undefined) return ownModulation(labelled.name, labelled.points);
  return relabelled(modulations[labelled.name], labelled.labeling);
}

/**
 * The labelled points as the receiver of a code over GF(2^p) takes them: points of the plane in the place of two axes if several symbols fit a
 * point and none an axis, such as three of GF(4) in 64-QAM, and for symbols behind labels `5g`, which give bits to both axes by turns.
 * @throws InputError as `modulationOf`.
 */
export function receivedModulation(modulated: LabelledPoints & Pick<Modulated, "demapper">, p: number): Modulation {
  const modulation = modulationOf(modulated);
  if (modulated.demapper !== "symbols") return modulation;
  if (modulated.labeling === "5g" && modulation.bits > 2) return inPlane(modulation, standardBits(modulation.bits));
  return !fitsUses(modulation, p) && fitsSymbols(modulation, p) ? inPlane(modulation) : modulation;
}

/**
 * The same points without the independence of their axes. The first half of a label is in-phase.
 * @param bitOfLabel the bit of the new label that is each bit of the old; if left out, the labels stay.
 */
function inPlane(modulation: Modulation, bitOfLabel?: readonly number[]): Modulation {
  const { amplitudes } = modulation.shape as Pam;
  const points = Array.from({ length: 2 ** modulation.bits }, (_, label) => {
    const old = bitOfLabel?.reduce((sum, bit, i) => sum | (((label >> bit) & 1) << i), 0) ?? label;
    return [amplitudes[old % amplitudes.length], amplitudes[Math.floor(old / amplitudes.length)]] as const;
  });
  return { ...modulation, shape: { axes: "joint", points } };
}

/** Bits of a label, and axes that the noise is on. */
export function sizeOfPoint(labelled: LabelledPoints): { readonly bits: number; readonly axes: number } {
  if (labelled.points !== undefined) return { bits: Math.log2(labelled.points.count), axes: 2 };
  const modulation = modulationOf(labelled);
  return { bits: modulation.bits, axes: axesOf(modulation) };
}

/**
 * Bits of a label that are received together: the bits of one axis, or all bits if labels belong to whole points.
 */
export function bitsOfUse({ bits, shape }: Modulation): number {
  return typeof shape.axes === "string" ? bits : bits / shape.axes;
}

/** Number of axes that a modulation uses: the noise has the same power on each. */
export function axesOf({ shape }: Modulation): number {
  if (shape.axes === "chips") return shape.points[0].length;
  return shape.axes === "joint" ? 2 : shape.axes;
}

/** Number of values that are received together: 1 on an axis, else all coordinates of a point. */
export function dimensionsOf(modulation: Modulation): number {
  return typeof modulation.shape.axes === "string" ? axesOf(modulation) : 1;
}

/** Whether every symbol of p bits is sent in whole uses, or every use or every point carries whole symbols. */
export function fitsSymbols(modulation: Modulation, p: number): boolean {
  return fitsUses(modulation, p) || (p > 1 && modulation.bits > p && modulation.bits % p === 0);
}

function fitsUses(modulation: Modulation, p: number): boolean {
  return p % bitsOfUse(modulation) === 0 || hasSeveralSymbols(modulation, p);
}

/** Whether a use carries two symbols of p bits or more. @param modulation as `receivedModulation` has it. */
export function hasSeveralSymbols(modulation: Modulation, p: number): boolean {
  const bits = bitsOfUse(modulation);
  return p > 1 && bits > p && bits % p === 0;
}

/** The default demapper of a code over GF(2^p): `symbols` where `fitsSymbols`. */
export function defaultDemapper(labelled: LabelledPoints, p: number): Demapper {
  return p > 1 && fitsSymbols(receivedModulation({ ...labelled, demapper: "symbols" }, p), p) ? "symbols" : "log-map";
}

/**
 * Checks that a modulation can send a code over GF(2^p).
 * @throws InputError naming the impossible choice.
 */
export function requireSendable(modulated: Modulated, p: number): void {
  const modulation = modulationOf(modulated);
  const { demapper, interleaver } = modulated;
  if (interleaver === "5g") require5g(modulated, modulation);
  if (demapper !== "symbols") return;
  if (p === 1) throw new InputError("demapper symbols: a code over GF(2) takes bits: choose log-map or max-log");
  if (fitsSymbols(receivedModulation(modulated, p), p)) return;
  throw new InputError(
    `demapper symbols: a symbol of ${p} bits and a point of ${modulation.name} with ${modulation.bits} bits are no multiples of each other: choose log-map or max-log`,
  );
}

/** @throws InputError unless TS 38.211 has the points. */
function require5g({ demapper, labeling }: Modulated, { name, shape }: Modulation): void {
  if (demapper === "symbols") {
    throw new InputError("interleaver 5g is of bits: choose the demapper log-map or max-log, or another interleaver");
  }
  if (shape.axes !== 2 || (labeling !== "gray" && labeling !== "5g")) {
    throw new InputError(
      `interleaver 5g: ${SENT_BY_5G} with labels gray or 5g, and not ${name} with ${labeling} labels: choose block:ROWS`,
    );
  }
}

/**
 * Formats a modulation in one line, without defaults: `64qam log-map`, `16qam max-log labeling=natural interleaver=7`,
 * `apsk log-map points=16:1f0c99ab`.
 */
export function modulatedText({ name, points, demapper, labeling, interleaver, mismatch, fading }: Modulated): string {
  const words = [
    ...(points === undefined ? [] : [`points=${points.count}:${points.digest}`]),
    ...(labeling === "gray" || labeling === "own" ? [] : [`labeling=${labeling}`]),
    ...(interleaver === undefined ? [] : [`interleaver=${interleaverText(interleaver)}`]),
    ...(mismatch === undefined ? [] : [`mismatch=${mismatch}`]),
    ...(fading === undefined ? [] : [`rayleigh=${fading}`]),
  ];
  return [name, demapper, ...words].join(" ");
}

/**
 * Reads a text that `modulatedText` wrote, or a name alone, which stands for Gray labels and the default demapper, or
 * own points: `cross=0 1 0;1 0 1;2 0 -1;3 -1 0`.
 * @param p bits of a code symbol.
 * @returns undefined for `bpsk`.
 * @throws InputError for another text.
 */
export function readModulated(text: string, p: number): Modulated | undefined {
  const name = MODULATION_NAMES.find((one) => one === text);
  if (name === "bpsk") return undefined;
  if (name !== undefined) {
    const labelled = { name, labeling: "gray" } as const;
    return { ...labelled, demapper: defaultDemapper(labelled, p) };
  }
  const own = parseOwnPoints(text);
  if (own !== undefined) {
    const labelled = { ...own, labeling: "own" } as const;
    return { ...labelled, demapper: defaultDemapper(labelled, p) };
  }
  const modulated = parseModulated(text);
  if (modulated !== undefined) return modulated;
  throw new InputError(
    `modulation ${JSON.stringify(text)} is unknown: known are ${MODULATION_NAMES.join(", ")}, or "64qam max-log labeling=natural" and so on`,
  );
}

const TEXT =
  /^(\S+) (\S+)(?: points=(\d+):([0-9a-f]{8}))?(?: labeling=(\S+))?(?: interleaver=(\S+))?(?: mismatch=(-?\d+(?:\.\d+)?))?(?: rayleigh=([1-9]\d*))?$/;

/** The inverse of `modulatedText`, own points without their coordinates; undefined for another text. */
export function parseModulated(text: string): Modulated | undefined {
  const [, name, metric, count, digest, labeling, order, offset, block] = TEXT.exec(text) ?? [];
  const labelled = digest === undefined ? knownPoints(name, labeling) : unknownPoints(name, Number(count), digest);
  const demapper = DEMAPPERS.find((one) => one === metric);
  const interleaver = order === undefined ? undefined : parseInterleaver(order);
  if (labelled === undefined || demapper === undefined || (order !== undefined && interleaver === undefined))
    return undefined;
  const modulated: Modulated = {
    ...labelled,
    demapper,
    ...(interleaver === undefined ? {} : { interleaver }),
    ...(offset === undefined ? {} : { mismatch: Number(offset) }),
    ...(block === undefined ? {} : { fading: Number(block) }),
  };
  return modulatedText(modulated) === text ? modulated : undefined;
}

function knownPoints(word: string | undefined, labels = "gray"): LabelledPoints | undefined {
  const name = MODULATION_NAMES.find((one) => one === word);
  const labeling = LABELINGS.find((one) => one === labels);
  return name && labeling && { name, labeling };
}

function unknownPoints(name: string, count: number, digest: string): LabelledPoints | undefined {
  const points: OwnPoints = { count, digest };
  return count >= 2 && Number.isInteger(Math.log2(count)) ? { name, labeling: "own", points } : undefined;
}
