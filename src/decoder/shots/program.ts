import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import { DEFAULT_GENERATOR } from "../../channel/random.ts";
import { InputError } from "../../errors.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { NoisePoint } from "../../quantum/error-model.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderRequest } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import { codedShots, codedTables, type ShotSource } from "./coded.ts";
import { layeredShots } from "./layered.ts";
import {
  ALL_FRAMES,
  BIAS_BOUND,
  BLOCK,
  type ModelCode,
  type ShotModel,
  STATE_WORDS,
  SUM_BOUND,
  sharedWords,
  shotModel,
  shotPriors,
} from "./model.ts";
import { isShotDecoder, SCALE_ONE, type ShotDecoder, shotDecoder } from "./rules.ts";

/** Invocations of a workgroup with `checks` checks: one for each. */
function shotInvocations(checks: number): number {
  return checks <= 256 ? 256 : 64 * Math.ceil(checks / 64);
}

/** Bytes of workgroup memory for a model. */
function shotBytes(columns: number, checks: number): number {
  return 4 * (columns + 32 + checks) + 80;
}

/** Workgroups that are more than any device has room for at a time. Those that find the queue empty end at once. */
const WORKGROUPS = 1024;
/** Pairs of shots of a workgroup of `shot-teams`. */
const PAIRS = 2;
/** Most workers of a pair, workgroups and words of messages of `shot-teams`. */
const WORKERS_MOST = 512;
const TEAMS_MOST = 264;
const TEAM_WORDS = 2 ** 29;
/** Edges of a check, and columns, that a worker of `shot-teams` loads at once: it waits for memory most of the time. */
const EDGES_AT_ONCE = 8;
const COLUMNS_AT_ONCE = 4;
/** Edges of a check that an invocation of `shots` may keep in registers. */
const DEGREE_UNROLLED = 64;

/**
 * Shots of an error model, by decoders of codes as `codedShots`, else whole ones in one kernel. A frame is a shot. `pointTables` are written before the first run. Sampled shots are decoded and counted in
 * `counters`. Given ones are read from `given` [frame][⌈M/32⌉], bit c of a shot's words check c, and have `corrections` [frame][words + 1]: the
 * observables that the correction flips, in words of 32, and its iterations with the number of corrections found from bit 16 on.
 * @param limits of the device; a model whose sums fit workgroup memory has its messages in registers.
 * @param request `curve`: words 2k − 1 and 2k of `queue` are the failures and iterations of a decoder that ends at solution k = 1 … `solutions`,
 * of all shots of a run, which are sampled.
 */
export function shotProgram(
  code: ModelCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  source: ShotSource,
  { curve = false, ...request }: DecoderRequest & { readonly curve?: boolean } = {},
): DecoderProgram {
  if (!isShotDecoder(spec)) {
    const layered = source === "given" ? undefined : layeredShots(code, spec, limits, source);
    return layered ?? codedShots(code, spec, limits, source, request);
  }
  const decoder = shotDecoder(spec, code);
  const model = shotModel(code, decoder.sumBound);
  const { variables: n, checks: m, edges } = model.graph;
  const constants = {
    N: n,
    M: m,
    BLOCKS: Math.ceil(n / BLOCK),
    MESSAGE_BOUND: model.messageBound,
    BIAS_BOUND,
    ITERATIONS: decoder.iterations,
    LEGS: decoder.legs,
    LEG_ITERATIONS: decoder.legIterations,
    SOLUTIONS: decoder.solutions,
    MEMORY: Number(decoder.hasMemory),
    SCALED: Number(decoder.scale !== SCALE_ONE),
    SCALE: decoder.scale,
    STEPS: model.steps * decoder.fineness,
  };
  const isGiven = source === "given";
  const form = fitsWorkgroup(model, decoder, limits)
    ? inWorkgroups(model, decoder, isGiven)
    : inMemory(model, decoder, limits);
  const results: Readonly<Record<string, ProgramBuffer>> = isGiven
    ? { given: frameBuffer("u32", Math.ceil(m / 32)), corrections: frameBuffer("u32", model.observableWords + 1) }
    : { counters: { type: "u32", length: COUNTERS, perFrame: true, perChunk: true, cleared: true } };
  const shots: Dispatch = {
    kernel: form.kernel,
    constants: { ...constants, ...form.constants, GIVEN: Number(isGiven), CURVE: Number(curve) },
    variant: withRandom(isGiven ? DEFAULT_GENERATOR : source),
    buffers: [...Object.keys(form.buffers), "queue", ...Object.keys(results)],
    workgroups: form.workgroups,
    framesPerWorkgroup: ALL_FRAMES,
  };
  return {
    input: "bit",
    traffic: { edges, bytesPerIteration: 0 },
    buffers: {
      ...form.buffers,
      queue: { ...sharedWords(curve ? 1 + 2 * decoder.solutions : 1), cleared: true },
      ...results,
    },
    start: [shots],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    sharesSlots: true,
    plan: [form.plan, `messages to ${model.messageBound} in steps of 1/${constants.STEPS}`],
  };
}

interface Form {
  readonly kernel: string;
  readonly constants: Readonly<Record<string, number>>;
  /** In the order of the bindings. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  readonly workgroups: number;
  readonly plan: string;
}

/** Columns of a model with room for the last random block. */
const paddedColumns = (n: number) => BLOCK * Math.ceil(n / BLOCK);

function fitsWorkgroup(
  { graph, limited, observableWords }: ShotModel,
  { sumBound }: ShotDecoder,
  limits: DeviceLimits,
): boolean {
  const { checks, variables, checkDegreeMaximum } = graph;
  return (
    limits.simd !== true &&
    // Turns of invocations at barriers take SwiftShader more than 50 times as long as shots in lanes; Mesa's device is as quick with both.
    !limits.software &&
    !limited &&
    sumBound === SUM_BOUND &&
    observableWords === 1 &&
    checkDegreeMaximum <= DEGREE_UNROLLED &&
    variables + 32 < 2 ** 16 &&
    shotInvocations(checks) <= limits.workgroupSize &&
    shotBytes(variables, checks) <= limits.workgroupBytes
  );
}

/** Two shots to a workgroup, messages in registers. */
function inWorkgroups({ graph }: ShotModel, decoder: ShotDecoder, isGiven: boolean): Form {
  const { variables: n, checks: m, checkDegreeMaximum } = graph;
  const invocations = shotInvocations(m);
  const half = Math.ceil(checkDegreeMaximum / 2);
  const degrees = Array.from({ length: m }, (_, c) => graph.checkStart[c + 1] - graph.checkStart[c]);
  const edges = new Uint32Array((half + 1) * invocations);
  for (let i = 0; i < invocations; i++) {
    for (let k = 0; k < 2 * half; k++) {
      // A padded edge reads one of 32 sums beyond the columns.
      const column = k < (degrees[i] ?? 0) ? graph.edgeVariable[graph.checkStart[i] + k] : n + (i % 32);
      edges[(k >> 1) * invocations + i] |= column << (16 * (k & 1));
    }
    edges[half * invocations + i] = degrees[i] ?? 0;
  }
  const groups = Math.ceil(n / (4 * invocations));
  const legs = decoder.hasMemory ? decoder.legs + 1 : 1;
  const gammas = new Uint32Array(legs * groups * invocations);
  for (let leg = 0; leg < legs; leg++) {
    for (const [v, gamma] of decoder.gammas(leg).entries()) {
      const [at, shift] = byOwner(v, invocations);
      gammas[leg * groups * invocations + at] |= (gamma & 255) << shift;
    }
  }
  return {
    kernel: "quantum/shots",
    constants: { HALF_DEGREE: half, DEGREE_LEAST: Math.min(...degrees), GROUPS: groups },
    buffers: {
      columns: sharedWords(4 * paddedColumns(n)),
      edges: constantBuffer(edges),
      first: sharedWords(2 * half * invocations),
      gammas: constantBuffer(gammas),
      lambdas: sharedWords(groups * invocations),
      ...(isGiven ? {} : { column_rows: constantBuffer(columnRows(graph)) }),
    },
    workgroups: WORKGROUPS,
    plan: "two shots a workgroup, sums in workgroup memory, messages in registers",
  };
}

/** Word and shift of a column in a table whose words have four columns of the invocation that owns them. */
function byOwner(column: number, invocations: number): readonly [word: number, shift: number] {
  const turn = Math.floor(column / invocations);
  return [(turn >> 2) * invocations + (column % invocations), 8 * (turn & 3)];
}

/** Starts of the columns' detectors, and the detectors. */
function columnRows({ variables, variableStart, variableEdge, edgeCheck }: ShotModel["graph"]): Uint32Array {
  const rows = new Uint32Array(variables + 1 + variableEdge.length);
  rows.set(variableStart);
  variableEdge.forEach((edge, i) => {
    rows[variables + 1 + i] = edgeCheck[edge];
  });
  return rows;
}

/** Sums and messages in device memory: two shots to an invocation on CPUs and devices in software, else to a team of them. */
function inMemory(
  { graph, limited, observables, observableWords }: ShotModel,
  decoder: ShotDecoder,
  limits: DeviceLimits,
): Form {
  const { variables: n, checks: m, edges: e } = graph;
  const groups = Math.ceil(n / 4);
  const isTeam = limits.simd !== true && !limits.software;
  const pairs = isTeam ? PAIRS : limits.simd ? (limits.vectorWords ?? 4) : WORKGROUP_SIZE;
  const words = isTeam ? n + e : 2 * n + 4 * groups + m + e;
  const room = isTeam ? Math.min(TEAM_WORDS, (limits.bufferBytes ?? Number.POSITIVE_INFINITY) / 4) : STATE_WORDS;
  const fitting = Math.floor(room / (pairs * words));
  if (fitting === 0) {
    throw new InputError(
      `two shots of the model, ${n} mechanisms that flip ${e} detectors in all, take ${words} words, and the device has room for ${Math.floor(room / pairs)}: take a circuit of fewer rounds, or decode some at a time with --window`,
    );
  }
  const isRelay = decoder.hasMemory && decoder.legs > 0;
  const legs = isRelay ? decoder.legs + 1 : 1;
  const gammas = new Uint32Array(legs * groups);
  for (let leg = 0; leg < legs; leg++) {
    for (const [v, gamma] of decoder.gammas(leg).entries()) {
      gammas[leg * groups + (v >> 2)] |= (gamma & 255) << (8 * (v & 3));
    }
  }
  const more = observableWords - 1;
  const tables = new Uint32Array(m + 1 + e + n + 1 + e + n * more);
  tables.set(graph.checkStart);
  tables.set(graph.edgeVariable, m + 1);
  tables.set(columnRows(graph), m + 1 + e);
  for (let v = 0; more > 0 && v < n; v++) {
    const own = observables.subarray(v * observableWords + 1, (v + 1) * observableWords);
    tables.set(own, m + 1 + e + n + 1 + e + v * more);
  }
  const workgroups = isTeam ? Math.min(TEAMS_MOST, fitting) : 1;
  const workers = Math.max(1, Math.min(WORKERS_MOST, Math.floor(limits.workgroupSize / PAIRS), m >> 2));
  return {
    kernel: isTeam ? "quantum/shot-teams" : "quantum/shot-lanes",
    constants: {
      E: e,
      ...(isTeam ? { PAIRS, WORKERS: workers, EDGES_AT_ONCE, COLUMNS_AT_ONCE } : { LANES: pairs }),
      RELAY: Number(isRelay),
      FIXED: Number(decoder.hasMemory && !isRelay),
      LIMITED: Number(limited),
      SUM_BOUND,
      OBSERVABLE_WORDS: observableWords,
      WIDE: Number(observableWords > 1),
    },
    buffers: {
      columns: sharedWords(4 * paddedColumns(n)),
      graph: constantBuffer(tables),
      gammas: constantBuffer(gammas),
      state: sharedWords(workgroups * pairs * words),
      ...(isTeam ? { sums: sharedWords(workgroups * pairs * (n + m)) } : {}),
    },
    workgroups,
    plan: isTeam
      ? `two shots for ${workers} invocations, sums and messages in device memory`
      : "two shots an invocation, sums and messages in memory",
  };
}

/** The tables of a program of `shotProgram` at an error rate, by the names of its buffers. */
export function pointTables(
  code: ModelCode,
  { buffers, start, input, priorOf }: Pick<DecoderProgram, "buffers" | "start" | "input" | "priorOf">,
  point?: NoisePoint,
): Readonly<Record<string, Uint32Array | Float32Array>> {
  if (buffers.model_priors !== undefined) {
    const { mechanisms, priors, coupling } = codedTables(code, point, input);
    const blocks = mechanisms.length / (2 * BLOCK);
    // Of layered shots neighbouring invocations have neighbouring blocks.
    const byPlace = () =>
      mechanisms.map((_, i) => {
        const [word, j, block] = [Math.floor(i / (BLOCK * blocks)), Math.floor(i / blocks) % BLOCK, i % blocks];
        return mechanisms[2 * (BLOCK * block + j) + word];
      });
    return {
      model_priors: priorOf === undefined ? priors : Float32Array.from(priorOf, (symbol) => priors[symbol]),
      ...(buffers.mechanisms === undefined ? {} : { mechanisms: priorOf === undefined ? mechanisms : byPlace() }),
      ...(buffers.coupling === undefined ? {} : { coupling }),
    };
  }
  const { STEPS: steps, MESSAGE_BOUND: messageBound } = start[0].constants;
  const { graph, observables, observableWords } = shotModel(code);
  const { lambda, weight, bytes, share } = shotPriors(code, { steps, messageBound }, point);
  const columns = new Uint32Array(buffers.columns.length);
  for (let n = 0; n < lambda.length; n++) {
    columns.set([lambda[n] | (bytes[n] << 16), observables[n * observableWords], share[n], weight[n]], 4 * n);
  }
  if (buffers.lambdas === undefined) return { columns };
  const invocations = shotInvocations(graph.checks);
  const lambdas = new Uint32Array(buffers.lambdas.length);
  lambda.forEach((each, v) => {
    const [at, shift] = byOwner(v, invocations);
    lambdas[at] |= each << shift;
  });
  // Padded edges read more than any message.
  const first = new Uint32Array(buffers.first.length).fill(SUM_BOUND * 0x10001);
  for (let c = 0; c < graph.checks; c++) {
    for (let e = graph.checkStart[c]; e < graph.checkStart[c + 1]; e++) {
      first[(e - graph.checkStart[c]) * invocations + c] = lambda[graph.edgeVariable[e]] * 0x10001;
    }
  }
  return { columns, lambdas, first };
}
