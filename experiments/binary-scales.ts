import { z } from "zod";
import { channelCode } from "../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../src/channel/channels.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { print } from "../src/cli/output.ts";
import type { Code } from "../src/code/code.ts";
import { constructCode } from "../src/code/construct/recipe.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import type { DecoderSpec } from "../src/decoder/spec.ts";
import type { Engine } from "../src/engine/engine.ts";
import { defaultPolynomial } from "../src/galois/primitive.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { formatTable } from "../src/report/table.ts";
import { benchJob, countRun } from "../src/simulation/bench/bench.ts";
import { addCounts, ZERO_COUNTS } from "../src/simulation/counts.ts";
import { sum } from "../src/sum.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { MeasurementFile, type MeasurementKind } from "./shared/files.ts";
import { CODES, decoder, measurement, ofCodes, reportOut } from "./shared/options.ts";
import { type Crossing, curvePoint, ferCrossing } from "./shared/rates.ts";
import { readTable } from "./shared/tables.ts";

const CASE = z.strictObject({
  /** A built-in code, or `pegN-dv-dc`: a regular code by progressive edge growth. */
  code: z.string(),
  /** 5G: block rows used. */
  rows: z.int().optional(),
  schedule: z.enum(["layered", "flooding"]),
  iterations: z.int(),
  /** Eb/N0 in dB at which the search begins. */
  ebn0: z.number(),
});

/** A code and its min-sum decoder, whose scale or offset varies. */
type ScaleCase = z.infer<typeof CASE>;

/** Rates 1/5 to 9/10, column weights from 3 to 13, 5 to 50 iterations, both schedules. */
const { cases: CASES } = readTable("binary-scales", z.strictObject({ cases: z.array(CASE) }));

/** Distance of a search's points, and their range around its start, in dB. */
const STEP = 0.1;
const REACH = 2;
/** Frames of a point per wanted error: enough for twice the wanted errors at the wanted FER. */
const FRAMES_PER_ERROR = 2;

/** A scale or an offset, as the end of a decoder's spec. */
interface Correction {
  readonly rule: string;
  readonly words: string;
}

const ROW = CASE.omit({ ebn0: true }).extend({
  /** Rule and correction of the decoder. */
  rule: z.string(),
  correction: z.string(),
  /** Eb/N0 in dB at which the curve passes the FER; left out if the search does not reach it. */
  crossing: z.strictObject({ at: z.number(), low: z.number(), high: z.number() }).optional(),
  /** [Eb/N0 in dB, frames, frame errors] */
  points: z.array(z.tuple([z.number(), z.int(), z.int()])),
});

/** A correction of a decoder of a code, searched. */
type ScaleRow = Readonly<z.infer<typeof ROW>>;

const ROWS: MeasurementKind<ScaleRow> = {
  experiment: "binary-scales",
  schema: ROW,
  key: (row) => rowKey(row, { rule: row.rule, words: row.correction }),
};

const rowKey = ({ code, rows, schedule, iterations }: Omit<ScaleCase, "ebn0">, { rule, words }: Correction) =>
  JSON.stringify([code, rows, schedule, iterations, rule, words]);

/** A case's name in tables. */
const caseText = ({ code, rows, schedule, iterations }: ScaleCase) =>
  `${code}${rows === undefined ? "" : ` --rows ${rows}`}, ${schedule}, ${iterations} iterations`;

interface CaseResult {
  readonly one: ScaleCase;
  readonly found: readonly ScaleRow[];
}

export default defineExperiment({
  name: "binary-scales",
  summary: "Eb/N0 at one FER over the scales and offsets of min-sum in f32, by code, rate, schedule and iterations",
  options: {
    scales: decoder.numbers("scales of normalised min-sum", "0.75 0.875", [0.6875, 0.75, 0.8125, 0.875, 0.9375]),
    offsets: decoder.numbers("offsets of offset min-sum", "0.375 0.5", [0.25, 0.375, 0.5, 0.625]),
    code: CODES,
    fer: measurement.number("FER at which decoders are compared", "1e-2", 1e-3, { above: 0, below: 1 }),
    errors: measurement.count("frame errors of each point", "400", 100),
    out: reportOut("binary-scales"),
    ...ENGINE_OPTIONS,
  },
  quick: {
    code: ["wifi-648-324"],
    scales: [0.75, 0.875],
    offsets: [0.25, 0.5],
    fer: 1e-2,
    errors: 50,
    out: "runs/binary-scales-quick.json",
  },
  async run(options, lab) {
    const { fer, errors, out } = options;
    const corrections = [
      ...options.scales.map((scale) => ({ rule: "normalised-min-sum", words: `scale=${scale}` })),
      ...options.offsets.map((offset) => ({ rule: "offset-min-sum", words: `offset=${offset}` })),
    ];
    for (const { rule, words } of corrections) readDecoder(`${rule} ${words}`);
    const cases = ofCodes(CASES, options.code);
    const file = MeasurementFile.open(ROWS, out, lab.identity({ fer, errors }));
    const resultOf = (one: ScaleCase): CaseResult => ({
      one,
      found: corrections.flatMap((correction) => file.find(rowKey(one, correction)) ?? []),
    });
    const steps = cases.map((one) => ({
      what: caseText(one),
      isDone: () => resultOf(one).found.length === corrections.length,
      async run(share: (done: number) => void) {
        const missing = corrections.filter((correction) => file.find(rowKey(one, correction)) === undefined);
        for await (const row of searchCase(lab.engine, one, missing, fer, errors)) {
          file.set(row);
          file.save();
          share(resultOf(one).found.length / corrections.length);
        }
        return lossTable([resultOf(one)], corrections).split("\n");
      },
    }));
    await lab.measure(steps, out);
    print(lossTable(cases.map(resultOf), corrections));
    print(`\n${out}`);
  },
});

/** The code of a case. @throws InputError for a name that is neither a code's nor of the form `pegN-dv-dc`. */
function codeOf({ code, rows }: ScaleCase): Code {
  const [, n, dv, dc] = /^peg(\d+)-(\d+)-(\d+)$/.exec(code) ?? [];
  if (n === undefined) return loadCode(code, { rows });
  const fixed = { polynomial: defaultPolynomial(2), labels: "random", seed: 1, attempts: 1 } as const;
  return constructCode({ family: "peg", name: code, q: 2, n: Number(n), degrees: [Number(dv), Number(dc)], ...fixed });
}

/** The results of corrections. The search of each begins where the previous one ended. */
async function* searchCase(
  engine: Engine,
  one: ScaleCase,
  corrections: readonly Correction[],
  fer: number,
  errors: number,
): AsyncGenerator<ScaleRow> {
  const code = codeOf(one);
  const { ebn0: first, ...rest } = one;
  let start = first;
  const prepare = async ({ rule, words }: Correction) => {
    const spec = readDecoder(`${rule} schedule=${one.schedule} iterations=${one.iterations} ${words}`);
    return { rule, words, counter: await ferCounter(engine, code, spec) };
  };
  for await (const { rule, words, counter } of oneAhead(corrections, prepare)) {
    try {
      const count = (ebn0: number) => counter.count(ebn0, errors, (FRAMES_PER_ERROR * errors) / fer);
      const { points, crossing } = await searchFer(count, { fer, start, step: STEP, reach: REACH });
      if (crossing !== undefined) start = Math.round(crossing.at / STEP) * STEP;
      const counted = points.map((each): ScaleRow["points"][number] => [each.ebn0, each.frames, each.frameErrors]);
      yield { ...rest, rule, correction: words, crossing, points: counted };
    } finally {
      counter.release();
    }
  }
}

/** Makes a result from each item, one item ahead: a device compiles while it counts. */
async function* oneAhead<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const begin = (i: number) => {
    const made = i < items.length ? make(items[i]) : undefined;
    // The error is thrown where the promise is awaited.
    made?.catch(() => undefined);
    return made;
  };
  let next = begin(0);
  for (let i = 1; next !== undefined; i++) {
    const made: Made = await next;
    next = begin(i);
    yield made;
  }
}

/** Frames in flight on a GPU and on a software device. */
const FRAMES = 16384;
const SOFTWARE_FRAMES = 256;

/** Random codewords of a code, the AWGN channel and a decoder on an engine: counts at one Eb/N0 after another. */
async function ferCounter(engine: Engine, code: Code, spec: DecoderSpec) {
  const job = benchJob(engine, code, spec, channelPoint("ebn0", 0));
  const slots = Math.min(engine.info.software ? SOFTWARE_FRAMES : FRAMES, engine.framesMaximum(job.program));
  const prepared = await engine.prepare(job.program, slots);
  return {
    /** Runs frames 0, 1, … up to a number of frame errors or of frames. */
    async count(ebn0: number, errors: number, frames: number): Promise<SearchPoint> {
      const channel = channelAt(channelPoint("ebn0", ebn0), channelCode(code));
      prepared.write("noise", channel.noise);
      let counts = ZERO_COUNTS;
      for (let run = 0; counts.frameErrors < errors && counts.frames < frames; run++) {
        counts = addCounts(counts, (await countRun({ ...job, channel }, prepared, slots, run)).counts);
      }
      return { ebn0, frames: counts.frames, frameErrors: counts.frameErrors };
    },
    release: () => prepared.release(),
  };
}

/** Frames and frame errors at one Eb/N0 in dB. */
export interface SearchPoint {
  readonly ebn0: number;
  readonly frames: number;
  readonly frameErrors: number;
}

/** The wanted FER, and the parameters of the search in dB. */
interface FerSearch {
  readonly fer: number;
  /** Eb/N0 of the first point. */
  readonly start: number;
  /** Between two points. */
  readonly step: number;
  /** Largest distance of the search from the start. */
  readonly reach: number;
}

/** Frame errors of the better point that an interpolation needs, and most halvings to find them. */
const ERRORS_NEEDED = 10;
const HALVINGS = 3;

/**
 * Searches the Eb/N0 at which a falling curve passes a FER: step by step to two points around it, then between these in
 * halves until the better point has enough errors to interpolate.
 * @param count gives the frames and frame errors at an Eb/N0.
 * @returns the points by ascending Eb/N0, and the crossing if the search reaches it.
 */
export async function searchFer(
  count: (ebn0: number) => Promise<SearchPoint>,
  { fer, start, step, reach }: FerSearch,
): Promise<{ readonly points: readonly SearchPoint[]; readonly crossing?: Crossing }> {
  const points: SearchPoint[] = [];
  const at = async (steps: number) => {
    const point = await count(Math.round(1e6 * (start + steps * step)) / 1e6);
    points.push(point);
    return point;
  };
  const fails = ({ frames, frameErrors }: SearchPoint) => frameErrors / frames > fer;
  const ascending = () => [...points].sort((a, b) => a.ebn0 - b.ebn0);
  const most = Math.floor(reach / step);
  let place = 0;
  let worse: SearchPoint | undefined;
  let better: SearchPoint | undefined;
  for (let now = await at(place); ; now = await at(place)) {
    if (fails(now)) worse = now;
    else better = now;
    if (worse !== undefined && better !== undefined) break;
    place += fails(now) ? 1 : -1;
    if (Math.abs(place) > most) return { points: ascending() };
  }
  let low = start + step * (place - (fails(points[points.length - 1]) ? 0 : 1));
  let width = step;
  for (let i = 0; i < HALVINGS && better.frameErrors < ERRORS_NEEDED; i++) {
    width /= 2;
    const middle = await at((low + width - start) / step);
    if (fails(middle)) {
      worse = middle;
      low += width;
    } else better = middle;
  }
  const around = [worse, better].map(({ ebn0, frames, frameErrors: errors }) => curvePoint(ebn0, { errors, frames }));
  return { points: ascending(), crossing: ferCrossing(around, fer) };
}

/**
 * For each case, the dB that each correction needs beyond the best one; for several cases, the worst value and the
 * mean.
 */
function lossTable(results: readonly CaseResult[], corrections: readonly Correction[]): string {
  const losses = results.map(({ found }) => {
    const best = Math.min(...found.map(({ crossing }) => crossing?.at ?? Number.POSITIVE_INFINITY));
    return { best, of: found.map(({ crossing }) => (crossing === undefined ? Number.NaN : crossing.at - best)) };
  });
  const text = (loss: number) => (Number.isNaN(loss) ? "–" : loss.toFixed(3));
  const rows = results.map(({ one }, i) => [caseText(one), losses[i].best.toFixed(3), ...losses[i].of.map(text)]);
  if (results.length > 1) {
    const columns = corrections.map((_, c) => losses.map(({ of }) => of[c]));
    rows.push(["worst", "", ...columns.map((column) => text(Math.max(...column)))]);
    rows.push(["mean", "", ...columns.map((column) => text(sum(column) / column.length))]);
  }
  const headers = ["code", "best, dB", ...corrections.map(({ words }) => words)];
  return formatTable(headers, rows, { align: ["left", ...headers.slice(1).map(() => "right" as const)] });
}
