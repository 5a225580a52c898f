/**
 * What commands print with `--json`: a schema for each, by the command's name and the schema's version. The version rises when a member goes
 * or changes its meaning; a new member leaves it. Commands import types alone from here, so no run builds the schemas.
 */
import { z } from "zod";
import { POINT_COLUMNS, type PointRow, TEXT_COLUMNS } from "../simulation/points.ts";

const number = z.number();
const text = z.string();
const flag = z.boolean();
const texts = z.array(text);
const numbers = z.array(number);
/** A number that is null where there is none, as for infinity. */
const numberOrNull = number.nullable();
const files = texts.describe("paths of the written files");
const object = z.strictObject;
const optional = <Shape extends z.ZodType>(shape: Shape, describe?: string) =>
  z.optional(describe === undefined ? shape : shape.describe(describe));
/** Members of one type. */
const all = <Type extends z.ZodType, Name extends string>(type: Type, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as { readonly [Member in Name]: Type };
const pairs = (describe: string) => z.array(z.tuple([number, number])).describe(describe);

const device = object({
  engine: z.enum(["gpu", "cpu"]),
  adapter: text,
  driver: text,
  software: flag.describe("true of a device without hardware"),
});

const required = POINT_COLUMNS.filter((column) => column !== "ml_errors");
const columns = Object.fromEntries(
  required.map((column) => [column, TEXT_COLUMNS.some((each) => each === column) ? text : number]),
) as unknown as { readonly [Column in (typeof required)[number]]: z.ZodType<PointRow[Column], PointRow[Column]> };
const points = z
  .array(
    object({
      ...columns,
      ml_errors: optional(number, "errors of a maximum-likelihood decoder too"),
      code_block_error_rate: optional(number, "of transport blocks, as the next four"),
      ...all(optional(number), "transport_block_error_rate", "transport_block_error_rate_low"),
      transport_block_error_rate_high: optional(number),
      bits_per_point: optional(number, "information bits of right transport blocks per symbol of the modulation"),
      x_wrong: optional(
        number,
        "frames of a pair of codes with wrong X errors; the next two: with wrong Z errors, and both",
      ),
      z_wrong: optional(number),
      both_wrong: optional(number),
      rounds: optional(number, "with --rounds, as the next three"),
      fer_of_round: optional(number, "logical error rate of one round"),
      fer_of_round_low: optional(number),
      fer_of_round_high: optional(number),
    }),
  )
  .describe("a row for each point with frames, with the columns of points.csv");

const runs = z
  .array(
    object({
      ...all(text, "folder", "code", "decoder"),
      points: number,
      done: number.describe("points that are done or skipped"),
      frames: number,
      state: z.enum(["done", "running", "interrupted", "waiting"]),
      speed: optional(object({ framesPerSecond: number, busy: number.describe("busy workers") })),
      secondsLeft: optional(object({ least: numberOrNull, most: numberOrNull })),
    }),
  )
  .describe("a row for each run");

const estimate = { ...all(number, "value", "low", "high") };
const floorSums = {
  ...all(number, "frames", "failures", "undetected"),
  inSet: number.describe("frames in which exactly the bits of the set are wrong"),
  weight: number.describe("sum of the weights of failures"),
  weightSquared: number,
  undetectedWeight: number,
};
const comparisons = z
  .array(
    object({
      ...all(text, "reference", "run", "code", "decoder"),
      seed: number,
      parameter: text,
      value: number.describe("value of the channel's parameter"),
      errors: text.describe("the frames that both count as wrong"),
      measured: object({ frames: number, errors: number, fer: object(estimate) }),
      published: object({
        frames: optional(number),
        errors: optional(number),
        fer: number,
        low: optional(number),
        high: optional(number),
      }),
      test: z.enum(["fisher", "binomial"]),
      pValue: number,
      correctedPValue: number,
      consistent: flag,
    }),
  )
  .describe("a row for each published point that the runs have too");
const comparison = { significance: number, correction: text, comparisons };

const shape = {
  n: number,
  m: number.describe("rows of H"),
  q: number,
  polynomial: number.describe("primitive polynomial of the field, bit i the coefficient of x^i"),
  edges: number.describe("nonzero entries of H"),
  rank: numberOrNull.describe("independent rows of H; null where it is out of reach, as k and rate"),
  k: numberOrNull,
  rate: numberOrNull,
  checkDegrees: pairs("degree and number of checks"),
  variableDegrees: pairs("degree and number of variables"),
  girth: numberOrNull.describe("null for a graph without cycles"),
  shortestCycles: number,
};

const throughput = {
  frames: number.describe("frames in flight"),
  runs: number,
  framesPerSecond: number.describe("by the clock"),
  spread: numberOrNull,
  deviceFramesPerSecond: number,
  iterations: number.describe("per frame"),
  runSeconds: number.describe("median of a run on the device"),
  meanRunSeconds: number,
  unsteady: optional(z.literal(true), "the device still got faster after its warm-up"),
  ...all(number, "codedMbitPerSecond", "informationMbitPerSecond", "frameErrors"),
  frameErrorRate: object({ ...estimate, frames: number }),
};

const decoderOption = object({
  name: text,
  default: z.union([text, number]),
  description: text,
  choices: optional(texts),
  text: optional(text, "form of a text"),
  range: optional(z.looseObject({}), "bounds of a number"),
  onlySpeed: flag.describe("whether it changes the speed alone"),
  onlyWith: optional(object({ option: text, values: texts })),
});
const rule = { name: text, description: text, equation: texts, source: text, claim: optional(text), use: text };
const options = z.array(decoderOption);
const decoder = object({
  ...rule,
  field: z.enum(["GF(2)", "GF(q)", "error models"]),
  aliases: texts,
  cost: object({ formula: text, of: text, per: optional(text), kind: optional(text) }),
  exactness: object({ devices: z.enum(["bit-equal", "tolerance"]), text }),
  advice: z.array(object({ ...all(text, "wanted", "decoder", "reason") })),
  options,
});

const nodes = z
  .array(object({ fraction: number, degrees: numbers, punctured: optional(flag, "not sent") }))
  .describe("a row for each type: its nodes per symbol, and its edges of each type");
const thresholdValue = object({
  snr: optional(number, "1/σ², over AWGN, as the next three"),
  ...all(optional(number), "snrDb", "sigma", "ebn0Db"),
  crossover: optional(number, "over the binary symmetric channel"),
  erasure: optional(number, "over the binary erasure channel"),
});

const distance = {
  code: text,
  hash: text,
  distance: number.describe("weight of the lightest word found"),
  words: number,
  missed: number.describe("expected number of words that the search missed"),
  sets: number,
  positions: numbers.describe("of a word of that weight"),
  values: optional(numbers),
};
const search = {
  ...all(number, "n", "k", "q", "sums", "above"),
  heaviest: optional(numberOrNull),
  seed: number,
  wordsMaximum: optional(number),
  labelled: optional(flag, "whether the words are logical operators"),
  engine: optional(flag),
  distance: numberOrNull.describe("null if no word was found"),
  completeTo: number.describe("weight up to which a proof found all words"),
  sets: number,
  classes: z.array(object({ weight: number, listed: number, meanHits: numberOrNull, missed: numberOrNull })),
  word: object({ positions: optional(numbers), values: optional(numbers) }),
};

/** A summary of a step of key reconciliation. Members that a step does not know are left out. */
const key = object({
  run: optional(text, "id of the run"),
  message: optional(text, "id of the message, of disclosed values"),
  code: optional(text),
  columns: optional(text, "of H that a block has: all or information"),
  ...all(optional(number), "blocks", "bitsPerBlock", "punctured", "shortened", "siftedBits", "qber"),
  interleaved: optional(flag),
  values: optional(
    object({ all: number, reconciled: optional(number), disclosed: number, left: optional(number) }),
    "Gaussian values of a sequence",
  ),
  modulationVariance: optional(number),
  snr: optional(number),
  estimate: optional(
    object({ ...all(number, "low", "high", "values"), link: optional(z.record(text, number)) }),
    "95 % interval of the SNR, and the link where it is known",
  ),
  ...all(optional(number), "rate", "efficiency", "efficiencyWithHash"),
  decoding: optional(
    object({
      decoder: text,
      snr: optional(number),
      wrong: number.describe("failed blocks in which the decoder converged to other bits"),
      averageIterations: number,
      qberFound: optional(numberOrNull),
      frameErrorRate: optional(number),
    }),
  ),
  leakage: optional(
    object({
      syndromeBits: number,
      hashBits: number,
      ...all(optional(number), "verdictBits", "perSiftedBit", "perBit"),
      efficiency: optional(numberOrNull),
      efficiencyWithHash: optional(numberOrNull),
      planned: optional(numberOrNull.describe("efficiency without blind steps at the given QBER")),
      blind: optional(
        object({ ...all(number, "blocks", "bits", "verdicts") }).describe("blocks decoded again, told bits, steps"),
      ),
    }),
  ),
  key: optional(
    object({
      ...all(number, "verified", "failed", "bits"),
      id: text,
      correctness: number.describe("ε_cor"),
      delivered: flag,
      verdictBits: number,
    }),
  ),
  secretKey: optional(
    object({
      bits: number,
      promised: optional(number),
      together: optional(number),
      secrecy: optional(number, "ε_sec"),
      leakedBits: optional(number),
      phaseErrorBound: optional(number),
    }),
  ),
  amplified: optional(
    object({
      keyBits: number,
      bits: number.describe("of the secret key"),
      seed: text.describe("SHA-256 of the seed, equal at both ends"),
      prepareSeconds: number.describe("to compile the kernels and allocate memory"),
      seconds: number.describe("behind it, to read, hash and write"),
    }),
  ),
  netKeyBits: optional(number),
  messages: optional(
    object({
      authenticated: flag,
      spentBits: optional(number),
      mode: optional(text),
      forgery: optional(number),
      messagesLeft: optional(number),
      missed: optional(numbers),
      notices: optional(texts),
    }),
  ),
  seconds: optional(number),
  siftedMbitPerSecond: optional(numberOrNull),
  valuesMbitPerSecond: optional(numberOrNull),
  device: optional(device),
  files,
});

const replayed = { ...all(text, "code", "decoder", "point"), failedInRun: number, files };

/** The schemas by command and version. */
export const results = {
  "simulate 1": object({
    points,
    required: optional(
      object({ ...all(number, "fer", "value", "low", "high"), points: number.describe("that it rests on") }),
      "with --require-fer: the channel's value at which the FER is reached",
    ),
  }),
  "sweep 1": object({ runs }),
  "slurm 1": object({ job: text, tasks: number, runs: number, script: text, logs: text }),
  "plot 1": object({
    files,
    significance: optional(number),
    correction: optional(text),
    comparisons: optional(comparisons),
  }),
  "report 1": object({ files }),
  "compare 1": object({
    ...comparison,
    gaps: z
      .array(object({ first: text, second: text, ...all(number, "fer", "gap", "low", "high") }))
      .describe("dB that the second curve needs more than the first"),
  }),
  "replay 1": z.union([
    object({
      ...replayed,
      histogram: z.array(object({ ...all(number, "a", "b", "frames", "example") })),
      sets: optional(
        z.array(object({ ...all(number, "a", "b", "exact", "near") })),
        "with --sets: failed frames that ended in sets of each kind, or near them",
      ),
      frames: z.array(
        object({
          frame: number,
          a: number.describe("wrong variables"),
          b: number.describe("unsatisfied checks"),
          iterations: number,
          variables: numbers,
          checks: numbers,
          set: optional(
            object({ a: number, b: number, variables: numbers, wrong: number }),
            "the nearest set of --sets, and how many of its variables are wrong",
          ),
        }),
      ),
    }),
    object({
      ...replayed,
      shots: z.array(
        object({
          frame: number,
          detectors: numbers.describe("that fired"),
          observables: numbers.describe("that the errors flip"),
          correction: numbers.describe("observables that the correction flips"),
          explained: flag.describe("whether a correction explains the detectors"),
          iterations: number,
        }),
      ),
    }),
  ]),
  "status 1": z.union([object({ points }), object({ runs })]),
  "merge 1": object({ folders: z.array(object({ folder: text, newFrames: number })), points }),
  "selftest 1": z.union([
    object({
      ledger: text,
      isGood: flag,
      findings: z.array(object({ name: text, verdict: z.enum(["good", "bad", "done", "left out"]), text })),
    }),
    object({
      device,
      isGood: flag,
      findings: z.array(
        object({
          ...all(text, "rule", "decoder", "code"),
          frames: number,
          differing: number,
          isExact: flag,
          failure: optional(text),
          isGood: flag,
        }),
      ),
      leftOut: z.array(object({ decoder: text, reason: text })),
      digest: text,
      seconds: number,
    }),
  ]),
  "codes 1": object({
    codes: z.array(
      object({
        name: text,
        family: text,
        ...{
          ...shape,
          polynomial: optional(number),
          edges: optional(number),
          checkDegrees: optional(shape.checkDegrees),
        },
        variableDegrees: optional(shape.variableDegrees),
        girth: optional(numberOrNull),
        ...all(optional(number), "shortestCycles", "sent", "liftingSize"),
        description: text,
        source: text,
      }),
    ),
  }),
  "code info 1": object({
    ...all(text, "name", "description", "source"),
    ...shape,
    ...all(optional(number), "liftingSize", "baseRows", "baseColumns"),
    parity: optional(text),
    ...all(optional(number), "punctured", "shortened", "sent", "sentRate"),
    model: optional(
      object({
        detectors: number,
        bases: object({ ...all(number, "seeingX", "seeingZ", "unknown") }),
        mechanisms: number,
        observables: number,
        p: optional(number),
        errorsPerShot: optional(number),
      }),
    ),
    cycles: optional(
      z.array(object({ ...all(number, "length", "cycles", "ace") })),
      "cycles of each length, and their least ACE",
    ),
    hash: text.describe("SHA-256 of the code"),
    distance: optional(object({ ...distance, completeTo: optional(number) })),
    advice: optional(text),
    codeword: optional(object({ isCodeword: flag, violatedChecks: numbers })),
  }),
  "code convert 1": object({ code: text, files, leftOut: texts.describe("what the format cannot hold") }),
  "code construct 1": object({ name: text, files }),
  "code distance 1": z.union([
    object({ name: text, ...search }),
    object({
      name: text,
      n: number,
      claimedDistance: optional(numberOrNull),
      X: optional(object({ name: text, ...search })),
      Z: optional(object({ name: text, ...search })),
    }),
  ]),
  "code floor 1": z.union([
    object({
      name: text,
      search: object({ a: number, b: number, kind: z.enum(["trapping", "absorbing"]) }),
      completeTo: number.describe("every set of at most this number of variables is there"),
      endedBy: optional(z.enum(["steps", "sets"])),
      steps: number,
      liftingSize: number,
      counts: z.array(object({ ...all(number, "a", "b", "sets", "absorbing", "orbits") })),
      decoder: optional(text),
      seed: optional(number),
      random: optional(text),
      points: z.array(
        object({
          channel: text.describe("as in points.csv"),
          point: number,
          frames: number,
          floor: object(estimate).describe("rate of the failures that the sets explain, with its 95 % interval"),
          rest: object(estimate).describe("rate of the other failures, from plain frames"),
          harmless: z.array(object({ a: number, b: number })).describe("classes that hardly fail by any bias"),
          parts: z.array(
            object({
              a: number,
              b: number,
              strength: number.describe("shift of the mean of a set's bits from 1, or their probability of an error"),
              fer: object(estimate),
              ...floorSums,
            }),
          ),
          plain: object(floorSums),
        }),
      ),
      sets: z
        .array(object({ variables: numbers, checks: numbers, orbit: number, isAbsorbing: flag }))
        .describe("one of each orbit"),
    }),
    object({
      name: text,
      decoder: text,
      seed: number,
      random: text,
      points: z.array(
        object({
          channel: text.describe("as in points.csv"),
          point: number,
          frames: number,
          fer: object(estimate).describe("with its 95 % interval, over the replications"),
          undetected: object(estimate).describe("rate of undetected errors"),
          levels: z
            .array(object({ ...all(number, "score", "share", "step") }))
            .describe(
              "iterations, plus a part for the energy of the noise, one more than the decoder's for failures; share and step of moves",
            ),
          replications: z.array(object({ ...all(number, "fer", "undetected", "frames") })),
        }),
      ),
    }).describe("with --method splitting"),
  ]),
  "code search-masks 1": object({
    masks: z.array(
      object({
        mask: z.array(numbers),
        girth: number,
        shortestCycles: number,
        words: pairs("symbol weight and number of words"),
        bitWeights: pairs("bit weight and number of words"),
        bound: number,
      }),
    ),
  }),
  "code design 1": object({
    rate: number,
    cost: number.describe(
      "threshold or required Eb/N0 in dB, or a threshold's probability with a minus; of a family the worst or mean gap to capacity",
    ),
    searched: number.describe("the cost as the search has it: thresholds of sum-product on a coarse grid"),
    codes: z.array(
      object({
        rate: number,
        rows: optional(number, "of the protograph"),
        columns: optional(number, "of the protograph"),
        liftingSize: optional(number, "of simulations"),
        value: optional(number, "its threshold, as cost"),
        capacity: number,
      }),
    ),
    best: z
      .array(numbers)
      .describe(
        "[check][variable] numbers of edges, or degrees of variables, each with the share of variables that have it",
      ),
    candidates: number,
    history: z.array(object({ generation: number, cost: numberOrNull, mean: numberOrNull })),
  }),
  "code threshold 1": z.union([
    object({
      ...all(text, "name", "description", "source"),
      variables: nodes,
      checks: nodes,
      rate: number,
      edgesPerSymbol: number,
      channel: z.enum(["awgn", "bsc", "bec"]),
      decoder: text,
      iterations: number.describe("at most"),
      target: number.describe("bit error probability, of a field above GF(2) symbol error probability"),
      q: optional(number, "of a field above GF(2)"),
      threshold: thresholdValue,
      capacityLimit: optional(thresholdValue, "where the capacity of binary inputs is the rate"),
      gapDb: optional(number, "over AWGN"),
      gap: optional(number, "of the probability, over the other channels"),
      efficiency: optional(number, "rate over ½·log2(1 + SNR), over AWGN"),
      stabilityLimit: optional(number, "value from which on errors die out, if they do not everywhere"),
      points: z.array(
        object({
          value: number,
          efficiency: optional(number),
          stabilityFactor: optional(number, "of binary codes"),
          converges: flag,
          iterations: number,
          errorProbability: number,
        }),
      ),
    }),
    object({
      name: text,
      ...all(number, "rate", "q", "symbols"),
      decoder: text,
      frames: number.describe("of a point"),
      parameter: text.describe("of the channel, as the next three"),
      ...all(number, "value", "low", "high"),
      rests: number.describe("points that the interval rests on"),
    }).describe("with --sampled"),
  ]),
  "limits 1": z.union([
    object({
      title: text,
      columns: z.array(object({ name: text, digits: number, isSignificant: optional(flag) })),
      rows: z.array(
        object({ limit: text, fer: optional(number), values: z.array(number.nullable()).describe("by columns") }),
      ),
    }),
    object({
      title: text,
      rate: number,
      rows: z.array(object({ ...all(number, "at", "capacity", "normalApproximation") })),
    }),
  ]),
  "decoders 1": z.union([
    object({ decoders: z.array(decoder) }),
    object({ decoder }),
    object({ rule: object({ ...rule, of: z.enum(["variable", "edge"]), options }) }),
  ]),
  "encode 1": object({
    code: text,
    frames: number,
    information: number.describe("information symbols of a frame"),
    informationPositions: text,
    symbols: number.describe("written symbols of a frame"),
    q: number,
    padding: number.describe("zero bits that fill the last frame"),
  }),
  "decode 1": z.union([
    object({
      input: object({
        file: text,
        llr: text,
        symbols: number,
        syndromes: optional(text),
        statistic: object({
          frames: number,
          ...all(numberOrNull, "negative", "zero", "meanMagnitude", "largest", "checksSatisfied"),
        }),
        hint: optional(text),
      }),
      ...all(number, "frames", "converged", "notConverged", "averageIterations"),
      clamped: number.describe("LLRs cut to the largest magnitude"),
      scaled: object({ ...all(number, "frames", "least", "most") }),
      seconds: number,
      codedMbitPerSecond: number,
      device,
    }),
    object({ ...all(number, "shots", "explained", "iterations", "seconds") }),
  ]),
  "bench 1": object({
    device,
    code: text,
    decoder: text,
    iterations: number,
    isWholeShots: flag,
    iterates: flag,
    channel: z.looseObject({ name: text, parameter: text, value: number }),
    codedBitsPerFrame: number,
    informationBitsPerFrame: number,
    plan: texts,
    framesWanted: optional(number),
    sweep: z.array(object(throughput)),
    fixedIterations: object(throughput),
    earlyTermination: object({
      ...throughput,
      speedUp: number,
      iterationsSaved: number,
      waiting: optional(object({ frames: number, share: number })),
    }),
    reprocessing: optional(
      object({
        ...throughput,
        sweep: z.array(object(throughput)),
        testsPerFrame: number,
        plan: texts,
        costs: number,
        costsOnDevice: number,
      }),
    ),
    decoderAlone: object({
      ...all(number, "frames", "shareOfChain", "codedMbitPerSecond", "informationMbitPerSecond"),
      ...all(number, "edgeUpdatesPerSecond", "bytesPerIteration", "bytesPerSecond", "copyBytesPerSecond"),
      shareOfCopyBandwidth: number,
    }),
    latency: object({ microseconds: number, deviceMicroseconds: number, submitMicroseconds: optional(number) }),
    stages: z.array(object({ kernel: text, decoder: flag, seconds: number, share: number })),
  }),
  "devices 1": object({
    adapters: z.array(
      object({
        ...all(text, "engine", "adapter", "driver"),
        software: flag,
        index: number,
        name: text,
        pci: optional(text),
        ...all(number, "workgroupBytes", "workgroupSize", "bindingBytes"),
      }),
    ),
    cpu: object({
      processes: number,
      native: object({ compiler: text, lanes: number }).nullable().describe("the compiler of C; null without one"),
    }),
  }),
  "key 1": key,
  "key auth 1": object({ id: text, slots: number, files }),
  "key show 1": object({
    id: text,
    additions: texts,
    end: text,
    endId: text,
    otherEnd: optional(text),
    mode: text,
    slots: number,
    sent: optional(number),
    heard: optional(number),
    messagesLeft: object({ sent: number, heard: number }),
  }),
  "correlated-values 1": object({ files }),
} as const;

export type ResultName = keyof typeof results;

type Printed<Value> = Value extends readonly (infer Element)[]
  ? readonly Printed<Element>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Printed<Value[Member]> }
    : Value;

/** The JSON Schemas of all results, by name. */
export function resultSchemas(): Record<string, object> {
  return Object.fromEntries(Object.entries(results).map(([name, shape]) => [name, z.toJSONSchema(shape)]));
}

/** The page doc/reference/results.md. */
export function resultsPage(): string {
  const sections = Object.entries(resultSchemas()).map(
    ([name, schema]) => `## ${name}\n\n\`\`\`text\n${schemaText(schema as JsonSchema).join("\n")}\n\`\`\``,
  );
  const head = `<!-- Generated by npm run docs from src/cli/results.ts: edit that. -->

# Results as JSON

With \`--json\` a command prints its result as one JSON object on stdout, and nothing else. The member \`schema\` is first, and names one of the schemas
of this page: the command and a version, such as \`"simulate 1"\`. The version rises when a member goes or changes its meaning. A new member
leaves the version as it is. \`ldpc help --schemas\` prints all of them as JSON Schema, without the member \`schema\`.

A question mark is behind the name of a member that may be missing. \`ldpc completion\` and \`ldpc serve\` print no result: the one prints a script,
the other answers another program. \`ldpc experiment\` needs a clone of the source repository.`;
  return [head, ...sections].join("\n\n");
}

/** The parts of JSON Schema that Zod writes for the schemas above. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
}

/** A schema as lines in the manner of TypeScript, with descriptions as comments. */
function schemaText({ description, ...schema }: JsonSchema): string[] {
  const lines = formText(schema);
  return description === undefined ? lines : [...lines.slice(0, -1), `${lines[lines.length - 1]} // ${description}`];
}

function formText({ type, properties, required = [], additionalProperties, ...schema }: JsonSchema): string[] {
  const { items, prefixItems, anyOf, enum: words, const: one } = schema;
  if (one !== undefined) return [JSON.stringify(one)];
  if (words !== undefined) return [words.map((word) => JSON.stringify(word)).join(" | ")];
  if (anyOf !== undefined) {
    return anyOf
      .map(formText)
      .reduce((all, lines) => [...all.slice(0, -1), `${all[all.length - 1]} | ${lines[0]}`, ...lines.slice(1)]);
  }
  if (prefixItems !== undefined) return [`[${prefixItems.map((each) => formText(each).join(" ")).join(", ")}]`];
  if (items !== undefined) return suffixed(formText(items), "[]");
  if (properties === undefined) {
    const isRecord = typeof additionalProperties === "object" && additionalProperties.type !== undefined;
    return [
      isRecord ? `{ [name]: ${formText(additionalProperties).join(" ")} }` : [type ?? "object"].flat().join(" | "),
    ];
  }
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const [first, ...rest] = schemaText(member);
    return [`${name}${required.includes(name) ? "" : "?"}: ${first}`, ...rest].map((line) => `  ${line}`);
  });
  return ["{", ...members, "}"];
}

function suffixed(lines: readonly string[], end: string): string[] {
  const isUnion = lines.length === 1 && lines[0].includes(" | ");
  return isUnion ? [`(${lines[0]})${end}`] : [...lines.slice(0, -1), `${lines[lines.length - 1]}${end}`];
}

/** A value that `printJson` prints under a schema, without its member `schema`. */
export type Result<Name extends ResultName> = Printed<z.input<(typeof results)[Name]>>;
