import { pointText } from "../channel/channel-kind.ts";
import { type ChannelFamily, type ChannelParameter, channelFamily, channels } from "../channel/channels.ts";
import type { Modulated } from "../channel/modulation/modulated.ts";
import { tablesText } from "../channel/table/channel-tables.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import type { PointRow } from "../simulation/points.ts";
import {
  binomialTest,
  clopperPearson,
  type ErrorCount,
  type Estimate,
  fisherTest,
  holmCorrection,
} from "../simulation/statistics.ts";

import type { ErrorKind, ReferenceCurve, ReferencePoint } from "./reference.ts";
import { axisText, curveKey, familyOf, type RunPoints } from "./series.ts";

/**
 * The curves of runs with their counts, to compare others with: one for each code, decoder, channel and seed. They stand for any code and
 * decoder, because a comparison of two runs shows the effect of another code or decoder.
 * @param runs rows of points.csv with their origin.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * curvesOfRuns([{ origin: "mine", rows }]).length; // → 1
 */
export function curvesOfRuns(runs: readonly RunPoints[]): ReferenceCurve[] {
  return runs.flatMap(({ origin, rows }) => {
    const groups = new Map<string, PointRow[]>();
    for (const row of rows) {
      const key = curveKey(row);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()].map((group): ReferenceCurve => {
      const [{ code, decoder, seed }] = group;
      const name = groups.size === 1 ? origin : `${origin} (${code}, ${decoder}, seed ${seed})`;
      const points = group.map(curvePoint).sort((a, b) => a.x - b.x);
      const family = familyOf(group[0]);
      const { parameter, modulation } = family;
      return { kind: "reference", name, parameter, errors: "frame", points, family, ...(modulation && { modulation }) };
    });
  });
}

function curvePoint({ point, frames, frame_errors: errors, fer, fer_low, fer_high }: PointRow): ReferencePoint {
  return { x: point, fer: { value: fer, interval: [fer_low, fer_high] }, counts: { errors, frames } };
}

/**
 * The rule that turns p-values into verdicts.
 * @example
 * const usual: CompareOptions = { significance: 0.05, correction: "holm" };
 */
export interface CompareOptions {
  /** Chance of calling equal rates inconsistent, above 0 and below 1. */
  readonly significance: number;
  /** "holm" bounds the probability of an inconsistent verdict by chance over all points, "none" for each point. */
  readonly correction: "holm" | "none";
}

/**
 * A published point and a run's point.
 * @example
 * const differing = (all: readonly Comparison[]) => all.filter(({ consistent }) => !consistent);
 */
export interface Comparison {
  /** Name of the published curve, and origin of the run's point. */
  readonly reference: string;
  readonly run: string;
  readonly code: string;
  /** The run's decoder. */
  readonly decoder: string;
  readonly seed: number;
  readonly parameter: ChannelParameter;
  readonly value: number;
  /** The frames that both count as wrong. */
  readonly errors: ErrorKind;
  readonly measured: ErrorCount & { readonly fer: Estimate };
  /** Counts and interval as far as they were published. */
  readonly published: Partial<ErrorCount> & { readonly fer: number; readonly low?: number; readonly high?: number };
  /** Fisher's test of two counts, or a binomial test against a rate whose own error is unknown. */
  readonly test: "fisher" | "binomial";
  readonly pValue: number;
  /** After the correction for the number of comparisons. */
  readonly correctedPValue: number;
  readonly consistent: boolean;
}

/**
 * Tests every published FER against the points of runs at the same value of the channel's parameter, with the curve's
 * code and decoder. The errors are of the kind that the curve counts.
 * @param runs rows of points.csv with their origin, such as a folder.
 * @param references published curves, or those of other runs (`curvesOfRuns`).
 * @param options the rule that turns p-values into verdicts.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * const [first] = [{ origin: "mine", rows }];
 * compareWithReferences([first], curvesOfRuns([first]), { significance: 0.05, correction: "holm" })[0].consistent; // → true
 * @throws InputError if no point of a run matches a published point, with the differences.
 */
export function compareWithReferences(
  runs: readonly RunPoints[],
  references: readonly ReferenceCurve[],
  options: CompareOptions,
): Comparison[] {
  const { significance, correction } = options;
  requireOptions("compareWithReferences", options, { significance: true, correction: true });
  const candidates = runs.flatMap(({ origin, rows }) => rows.map((row) => ({ origin, row })));
  const tested = references.flatMap((curve) =>
    curve.points.flatMap((point) =>
      candidates
        .filter(({ row }) => mismatch(curve, row) === undefined && sameValue(point.x, row.point) && row.frames > 0)
        .flatMap(({ origin, row }) => testPoint(curve, point, origin, row)),
    ),
  );
  if (tested.length === 0) throw nothingInCommon(runs, references);
  const pValues = tested.map(({ pValue }) => pValue);
  const corrected = correction === "holm" ? holmCorrection(pValues) : pValues;
  return tested.map((comparison, i) => ({
    ...comparison,
    correctedPValue: corrected[i],
    consistent: corrected[i] >= significance,
  }));
}

type TestedPoint = Omit<Comparison, "correctedPValue" | "consistent">;

function testPoint(curve: ReferenceCurve, point: ReferencePoint, origin: string, row: PointRow): TestedPoint[] {
  const { fer, counts } = point;
  if (fer === undefined) return [];
  const errors = curve.errors === "frame" ? row.frame_errors : row.information_frame_errors;
  const measured = { errors, frames: row.frames };
  const pValue = counts === undefined ? binomialTest(measured, fer.value) : fisherTest(measured, counts);
  return [
    {
      reference: curve.name,
      run: origin,
      code: row.code,
      decoder: row.decoder,
      seed: row.seed,
      parameter: curve.parameter,
      value: row.point,
      errors: curve.errors,
      measured: { ...measured, fer: clopperPearson(errors, row.frames) },
      published: { ...counts, fer: fer.value, ...(fer.interval && { low: fer.interval[0], high: fer.interval[1] }) },
      test: counts === undefined ? "binomial" : "fisher",
      pValue,
    },
  ];
}

/** The difference between a run and a curve that makes them incomparable; undefined if they are comparable. */
function mismatch(curve: ReferenceCurve, row: PointRow): string | undefined {
  const { parameter, code, decoder } = curve;
  const family = familyOf(row);
  const { parameter: own, modulation, table } = family;
  if (own !== parameter) return `it is over ${axisText(parameter)}, the run over ${axisText(own)}`;
  const channelsOf = [curve.family ?? channelFamily(parameter), family].map(channelText);
  if (channelsOf[0] !== channelsOf[1]) return `it is of the channel ${channelsOf[0]}, the run of ${channelsOf[1]}`;
  const [ofCurve, ofRun] = [curve.modulation, modulation].map(pointsText);
  if (ofCurve !== ofRun && !(parameter === "ebn0" && isPerAxis(ofCurve) && isPerAxis(ofRun)))
    return `it is of ${ofCurve}, the run of ${ofRun}`;
  const fadings = [curve.modulation, modulation].map(fadingText);
  if (fadings[0] !== fadings[1]) return `it has ${fadings[0]}, the run ${fadings[1]}`;
  const tables = [curve.family?.table, table];
  if (tables.every((one) => one !== undefined) && tables[0].digest !== tables[1].digest)
    return `it is of the tables ${tablesText(tables[0])}, the run of ${tablesText(tables[1])}`;
  if (code !== undefined && code !== row.code) return `it is of the code ${code}, the run of ${row.code}`;
  if (decoder !== undefined && !hasWords(row.decoder, decoder))
    return `it is of the decoder "${decoder}", the run of "${row.decoder}"`;
  return undefined;
}

function channelText({ name, options = {} }: ChannelFamily): string {
  return [name, ...Object.entries(options).map(([option, value]) => `${option}=${value}`)].join(" ");
}

/** Whether and how points fade. */
function fadingText({ fading }: Partial<Modulated> = {}): string {
  return fading === undefined ? "no fading" : `Rayleigh fading in blocks of ${fading}`;
}

function pointsText(modulated: Modulated | undefined): string {
  if (modulated === undefined) return "bpsk";
  const { name, points } = modulated;
  return points === undefined ? name : `${name} points=${points.count}:${points.digest}`;
}

/** Whether points have one bit on each axis. All modulations of this kind are equal at the same Eb/N0. */
function isPerAxis(name: string): boolean {
  return name === "bpsk" || name === "qpsk";
}

/** A reference names the rule and the options that matter to it; a run's spec has them all. */
function hasWords(spec: string, wanted: string): boolean {
  const words = spec.split(/\s+/);
  return wanted.split(/\s+/).every((word) => words.includes(word));
}

/** Values are typed or computed from ranges: 1.1 and 1.1000000000000001 are one. */
function sameValue(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
}

function nothingInCommon(runs: readonly RunPoints[], references: readonly ReferenceCurve[]): InputError {
  const [curve] = references;
  if (curve === undefined) return new InputError("nothing to compare with: name a published curve by --reference");
  if (references.every(({ points }) => points.every(({ fer }) => fer === undefined)))
    return new InputError(`no point of "${curve.name}" can be compared: it has no FER`);
  const rows = runs.flatMap((run) => run.rows);
  const near = rows.filter((row) => mismatch(curve, row) === undefined);
  const kind = channels[curve.parameter];
  const reason =
    near.length === 0
      ? mismatch(curve, rows[0])
      : `it has ${curve.points.map(({ x }) => pointText(kind, x)).join(", ")}; ` +
        `the run has ${near.map(({ point }) => pointText(kind, point)).join(", ")}`;
  return new InputError(`no point of "${curve.name}" can be compared: ${reason}`);
}
