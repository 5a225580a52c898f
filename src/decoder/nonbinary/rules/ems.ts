import { STEP_MESSAGES, STEP_TEXT, stepsOf, storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions } from "../../option.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf, floatScale, SCALE_ONE, stepConstant, wholeScale } from "../../step.ts";
import type { FrameArithmetic } from "../arithmetic.ts";
import { frameProgram } from "../program.ts";
import { halves, tileConstants, tileOf, vectorParts } from "../vectors.ts";

/** Bits of a number of steps, where messages are lists of symbols. */
const LIST_BITS = { int5: 5, int6: 6, int7: 7, int8: 8 } as const;

const LISTS = ["messages", "int5", "int6", "int7", "int8"] as const;

const BUBBLES = ["sums", "bubbles"] as const;

const SYNDROMES = ["sums", "syndromes"] as const;

const ofLists = (messages: unknown): messages is keyof typeof LIST_BITS => Object.hasOwn(LIST_BITS, String(messages));

const EMS_OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    choices: ["f32", ...STEP_MESSAGES, "int5", "int6", "int7", "int8"],
    description:
      `number format of messages; ${STEP_TEXT}, two frames to a word; a check's sums end at the largest message; int5 to int8: so many bits of whole ` +
      "numbers of steps, and checks add sorted lists of nm symbols as hardware does",
  },
  step: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 4, multipleOf: 0.0625 },
    onlyWith: LISTS,
    description: "LLR of a step: a power of two",
  },
  sums: {
    default: "bubbles",
    choices: ["bubbles", "syndromes"],
    onlyWith: LISTS,
    description:
      "bubbles: a check adds its lists two at a time, forward and backward; syndromes: it adds an entry of each list, with few that deviate from the first",
  },
  bubbles: {
    default: 4,
    range: { minimum: 0, maximum: 64, multipleOf: 1 },
    onlyWith: BUBBLES,
    description:
      "sums of two lists that are compared at a time, in the first rows and columns of all sums (L-bubble check); 0: as many as the least sums need",
  },
  pops: {
    default: 0,
    range: { minimum: 0, maximum: 10_000, multipleOf: 1 },
    onlyWith: BUBBLES,
    description: "sums that an elementary check takes at most, equal symbols counted; 0: until nm symbols are found",
  },
  nc: {
    default: 255,
    range: { minimum: 1, maximum: 255, multipleOf: 1 },
    onlyWith: BUBBLES,
    description: "most edges of a sum that deviate from their likeliest symbols",
  },
  paths: {
    default: "255,3",
    text: {
      form: /^[1-9]\d{0,2}(x[1-9]\d{0,2})?(,[1-9]\d{0,2}(x[1-9]\d{0,2})?){0,2}$/,
      wanted: "numbers for one, two and three edges, such as 15,3 or with presort=yes 15,4x12,2x6",
    },
    onlyWith: SYNDROMES,
    description:
      "entries by which one edge of a syndrome deviates at most, each of two, and each of three; 4x12 of presorted edges: only among the 12 least reliable",
  },
  presort: {
    default: "no",
    choices: ["no", "yes"],
    onlyWith: LISTS,
    description: "yes: a check adds its edges from the least reliable to the most reliable one",
  },
  nm: {
    default: 256,
    range: { minimum: 1, maximum: 256, multipleOf: 1 },
    description: "symbols that a message keeps, the likeliest; all where the field has no more",
  },
  scale: {
    default: "auto",
    text: { form: /^(auto|1|0\.\d{1,4})$/, wanted: "auto, or a number above 0 and at most 1, such as 0.75" },
    description:
      "factor of what a check says, whose sums of minima say too much; auto: 0.85, 0.7 and 0.55 for codes whose variables have at most 2, 3 and 4 checks, " +
      "0.4 for more; the nearest number of 12 significant bits in f32, the nearest multiple of 1/256 in whole numbers",
  },
  offset: {
    default: 0.5,
    range: { minimum: 0, maximum: 16 },
    becomes(offset, { messages, step }) {
      const perLlr = ofLists(messages) ? 1 / Number(step) : stepsOf(messages)?.perLlr;
      return perLlr === undefined ? offset : Math.round(offset * perLlr) / perLlr;
    },
    description: "LLR of symbols that were not kept, above the largest that was; in whole numbers the nearest step",
  },
} as const satisfies DecoderOptions;

export const ems: CheckNodeRule = {
  description: "extended min-sum: minima of sums of the nm most reliable symbols of each message",
  equation: [
    "R_i(a) = min Σ_{k≠i} Q_k(a_k), a_k among the nm least of Q_k",
    "  over the a_k, k ≠ i, that satisfy the check with a_i = a;",
    "  each forward-backward step keeps its nm least;",
    "  sums=syndromes has no such steps: at most three a_k are not first",
    "    of Q_k; by paths=p₁xe₁,p₂xe₂,p₃xe₃ each of j such a_k is",
    "    of the p_j next, and k of the e_j edges that come first;",
    "  absent symbols: the largest present + offset",
    "  to the variable: scale · R_i(a)",
  ],
  source:
    "Declercq and Fossorier 2007; Voicila et al. 2010; Schläfer et al. 2015 (syndromes); Marchand and Boutillon 2016 (presorting)",
  claim:
    "Declercq and Fossorier 2007: near sum-product once its sums are corrected; Wang et al. 2012: a BER similar to that of Min-Max. Here the first holds and the second does not: the BER of min-max is above that of ems with its correction and far below that of scale=1 (experiments/sweeps/nonbinary-rules.json).",
  cost: {
    formula: "6(d − 2)·q²",
    operations: (d, q, { messages, nm, bubbles, paths }) => {
      const kept = Math.min(Number(nm), q);
      if (paths !== undefined) return 4 * syndromes(String(paths), kept, d) + 4 * d * q;
      const compared = Number(bubbles) === 0 ? Math.sqrt(2 * kept) : Number(bubbles);
      return ofLists(messages) ? 3 * (d - 2) * kept * (compared + 1) + 2 * d * q : 6 * (d - 2) * q ** 2;
    },
    kind: "comparison",
    of: "additions and minima on full vectors, as a GPU does them; beside these, 4d − 6 vectors are cut to their nm least; lists take 3(d − 2)·nm·(bubbles + 1) + 2·d·q, additions and comparisons, more where symbols meet again, and with sums=syndromes 4 for each syndrome + 4·d·q",
  },
  exactness: {
    devices: "bit-equal",
    text: "additions, minima and comparisons in a fixed order; an approximation of q-ary sum-product",
  },
  use:
    "To study what hardware with short messages loses, and for the same bits on every device at a FER below that of min-max: near that of qspa on " +
    "nb837-gf32 and beidou-96-48-gf64, between both on nb620-gf32. On a GPU it does the work of min-max, and with nm below q the truncation beside it. " +
    "Sums of minima say too much, the more the more symbols they have, so scale=1 loses FER, on nb837-gf32 and nb620-gf32 more than nm=16 does: compare " +
    "the settings by experiments/sweeps/nonbinary-ems-settings.json, and all rules over GF(q) on one code by experiments/sweeps/nonbinary-rules.json. messages=int12 has " +
    "whole numbers and is the faster format on a CPU. messages=int5 to int8 decode as hardware does, with sorted lists of nm symbols, and are faster than " +
    "vectors of as few symbols on a GPU: with int6 at 4.1 dB nb837-gf32 has FER 2.05e-3 with nm=16, 5.16e-3 with nm=12 and 3.92e-2 with nm=8; at 2 dB " +
    "beidou-96-48-gf64 with nm=16 has 9.56e-2, in f32 9.13e-2 (experiments/results/nonbinary/ems-lists-h200.csv; no wrong frame was undetected). " +
    "sums=syndromes loses nothing against that, but is slower on a GPU: at 4.1 dB nb837-gf32 has FER 2.28e-3, and 1.96e-3 with paths=15,4x8,2x6 " +
    "presort=yes (experiments/results/nonbinary/ems-syndromes-h200.csv).",
  advice: [
    {
      wanted: "messages of few symbols, as in hardware",
      decoder: "ems nm=16",
      reason: "truncation after every step",
    },
  ],
  input: "symbol",
  options: EMS_OPTIONS,
  llrMaximum: ({ messages, step }) => (ofLists(messages) ? Number(step) * (2 ** LIST_BITS[messages] - 1) : undefined),
  decoder,
};

/** Bits of an f32 message that a scale multiplies: 12, so that the product is exact; all bits where it changes nothing. */
const maskOf = (factor: number) => (factor === 1 ? 0xffffffff : 0xfffff000);

/** The factor of a spec's scale for a code. @throws InputError for 0. */
function scaleOf({ matrix }: DecodableCode, scale: string): number {
  // Sums of minima exaggerate the more, the more of them a variable adds up.
  if (scale === "auto") return Math.max(0.4, 1 - 0.15 * Math.max(0, tannerGraph(matrix).variableDegreeMaximum - 1));
  if (Number(scale) > 0) return Number(scale);
  throw new InputError(`decoder option scale=${scale}: give auto, or a number above 0 and at most 1`);
}

/** Extended min-sum with a frame-interleaved layout. */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, nm, offset, scale, step, presort, ...sums } = optionsOf(EMS_OPTIONS, spec);
  const factor = scaleOf(code, scale);
  if (ofLists(messages)) {
    const lists = { messages, kept: Math.min(nm, q), offset, factor, step, presort, sums } as ListOptions;
    return frameProgram(code, spec, limits, listArithmetic(code, lists, limits), request);
  }
  const tile = tileOf(q, limits);
  const kept = Math.min(nm, q);
  const { steps } = storages[messages];
  const arithmetic = {
    check: steps !== undefined ? "nonbinary/rules/ems-int12" : "nonbinary/rules/ems",
    checkConstants: {
      NM: kept,
      ...(steps === undefined
        ? { OFFSET_BITS: bitsOf(offset), SCALE_BITS: bitsOf(floatScale(factor)), MAGNITUDE_MASK: maskOf(factor) }
        : { OFFSET: offset * steps.perLlr, SCALE: SCALE_ONE * wholeScale(factor) }),
      ...tileConstants(q, tile, limits),
      ...halves(tile),
    },
    ...vectorParts(code.matrix, storages[messages], limits),
    notes: [
      `${kept} of ${q} symbols kept, checks' messages times ${factor}`,
      `an invocation for a check of ${steps === undefined ? "one frame" : "two frames"}, ${tile} × ${tile} pairs at a time`,
    ],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}

/** Options of lists. */
interface ListOptions {
  readonly messages: keyof typeof LIST_BITS;
  /** Symbols that a list keeps. */
  readonly kept: number;
  readonly offset: number;
  /** What checks' messages are multiplied by. */
  readonly factor: number;
  readonly step: number;
  readonly presort: "no" | "yes";
  readonly sums: ListSums;
}

type ListSums =
  | { readonly sums: "bubbles"; readonly bubbles: number; readonly pops: number; readonly nc: number }
  | { readonly sums: "syndromes"; readonly paths: string };

/** Entries of a check's incoming lists at most; all tables of bubbles then take 33 KiB of an invocation's memory, those of syndromes 21 KiB. */
const ENTRIES_MAXIMUM = 4096;

/**
 * Extended min-sum on lists in whole steps. The program of Lab-STICC, whose authors wrote the papers on bubble and L-bubble checks (NB_LDPC.c, float,
 * 8 bubbles, layered, 10 iterations, offset 0.3), on its (16,8) code over GF(64), beside these lists with int8 step=0.125 bubbles=8 scale=1 offset=0.25
 * on other frames:
 *
 * | Eb/N0, dB | nm | pops | frames that fail there | here |
 * | --- | --- | --- | --- | --- |
 * | 3 | 20 | 25 | 400 of 26,213 | 238 of 16,384; int6 and int5 with step=0.5 112 and 111 of 8,192 |
 * | 3 | 12 | 18 | 400 of 10,416 | 332 of 8,192 |
 * | 2 | 20 | 25 | 400 of 3,203 | 593 of 4,096; offset=0.375 549 |
 * @throws InputError where the lists of a check are longer than an invocation keeps, or the step is no power of two.
 */
function listArithmetic(
  { matrix }: DecodableCode,
  { messages, kept, offset, factor, step, presort, sums }: ListOptions,
  limits: DeviceLimits,
): FrameArithmetic {
  const { q } = matrix.field;
  const { checkDegreeMaximum: degree } = tannerGraph(matrix);
  if (degree * kept > ENTRIES_MAXIMUM || degree > 255) {
    throw new InputError(
      `ems messages=${messages} keeps lists of ${kept} symbols for each of a check's ${degree} edges, and at most ${ENTRIES_MAXIMUM} symbols and ` +
        `255 edges fit: give nm=${Math.max(1, Math.floor(ENTRIES_MAXIMUM / degree))} or less, or messages=int12`,
    );
  }
  stepConstant(step);
  const message = 2 ** LIST_BITS[messages] - 1;
  const wide = 3 * (message + 1);
  const steps = { perLlr: 1 / step, message, channel: message, certain: wide, input: wide, sum: 4 * message + 3 };
  // Rules of variables and edges know the steps of int12 alone.
  const { nodeConstants: _, ...parts } = vectorParts(matrix, { ...storages.f32, steps }, limits);
  const { part, constants, note } =
    sums.sums === "bubbles" ? bubbleSums(kept, sums) : syndromeSums(kept, sums.paths, presort, degree);
  return {
    ...parts,
    check: "nonbinary/rules/ems-lists",
    checkConstants: {
      NM: kept,
      ...constants,
      PRESORTS: presort === "yes" ? 1 : 0,
      OFFSET: offset / step,
      SCALE: SCALE_ONE * wholeScale(factor),
    },
    checkChoices: { sums: { name: part } },
    notes: [
      `lists of ${kept} of ${q} symbols, ${note}, checks' messages times ${factor}`,
      "an invocation for a check of one frame",
    ],
  };
}

interface SumsOfLists {
  readonly part: string;
  readonly constants: KernelConstants;
  readonly note: string;
}

function bubbleSums(kept: number, { bubbles, pops, nc }: Extract<ListSums, { sums: "bubbles" }>): SumsOfLists {
  const [ROWS, COLUMNS] = bubbles === 0 ? [kept, kept] : [Math.ceil(bubbles / 2), Math.floor(bubbles / 2)];
  return {
    part: "nonbinary/check-node/bubble-sums",
    constants: {
      ROWS: Math.min(kept, ROWS),
      COLUMNS: Math.min(kept, COLUMNS),
      POPS: pops === 0 ? 2 ** 31 : pops,
      DEVIATIONS: nc,
    },
    note: bubbles === 0 ? "as many bubbles as the least sums need" : `${bubbles} bubbles`,
  };
}

/** Entries by which one, two and three edges deviate, and the edges that may; at most all. */
function pathsOf(paths: string) {
  return paths.split(",").map((set) => {
    const [entries, edges = 255] = set.split("x").map(Number);
    return { entries, edges };
  });
}

/** Syndromes of a check of degree d. */
function syndromes(paths: string, kept: number, d: number): number {
  return pathsOf(paths).reduce((sum, { entries, edges }, i) => {
    let ways = 1;
    for (let k = 0; k <= i; k++) ways *= ((Math.min(edges, d) - k) / (k + 1)) * Math.min(entries, kept - 1);
    return sum + Math.max(0, ways);
  }, 1);
}

/**
 * Syndromes of a check at most. An H200 takes 10^10 a second (experiments/results/speeds/ems-lists-h200.json) and has 1920 frames of 124 checks in
 * flight there: a dispatch of as many would take 6 s.
 */
const SYNDROMES_MAXIMUM = 2 ** 18;

/** @throws InputError for edges in no order of reliability, for more paths of more edges, and for too many syndromes of a check. */
function syndromeSums(kept: number, paths: string, presort: "no" | "yes", degree: number): SumsOfLists {
  const sets = pathsOf(paths);
  const reject = (why: string) => new InputError(`decoder option paths=${paths}: ${why}`);
  if (presort === "no" && sets.some(({ edges }) => edges < 255)) throw reject("least reliable edges need presort=yes");
  if (sets.some((set, i) => i > 0 && (set.entries > sets[i - 1].entries || set.edges > sets[i - 1].edges))) {
    throw reject("neither entries nor edges may grow with the number of edges that deviate");
  }
  const count = syndromes(paths, kept, degree);
  if (count > SYNDROMES_MAXIMUM) {
    throw reject(
      `a check of ${degree} edges has ${Math.round(count)} syndromes, and at most ${SYNDROMES_MAXIMUM} are summed: lower paths, the last number first, or nm=${kept}`,
    );
  }
  const numbers = sets.flatMap(({ entries, edges }, i) => [
    [`ENTRIES${i + 1}`, Math.min(entries, kept - 1)],
    [`EDGES${i + 1}`, edges],
  ]);
  return {
    part: "nonbinary/check-node/syndrome-sums",
    constants: { PAIRS: Number(sets.length > 1), TRIPLES: Number(sets.length > 2), ...Object.fromEntries(numbers) },
    note: `syndromes of at most ${sets.length} deviations (${paths})`,
  };
}
