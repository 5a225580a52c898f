import {
  awgnMoments,
  bscMoments,
  type ChannelMoments,
  type ChannelParameter,
  type Code,
  checkNodeRules,
  codeRate,
  type DecoderSpec,
  decoderText,
  type EngineInfo,
  InputError,
  normalApproximation,
  shannonLimitEbN0,
  sigmaOfEbN0,
} from "../../src/index.ts";
import type { SimulationFacts, SimulationRequest } from "./protocol.ts";

/** The engine that runs a simulation. */
export interface SimulationRunner {
  readonly info: EngineInfo;
  /** Largest number of Web Workers if the CPU decodes. */
  readonly workers: number;
  readonly asked: SimulationRequest["engine"];
}

/** Number of points of the normal approximation's curve. */
const STEPS = 60;
/** Lowest FER of the approximation's curve. */
const LEAST_FER = 1e-9;

/** Properties of a simulation before its first frame. */
export function simulationFacts(
  code: Code,
  decoder: DecoderSpec,
  parameter: ChannelParameter,
  points: readonly number[],
  runner: SimulationRunner,
): SimulationFacts {
  const { info, workers } = runner;
  const onCpu = info.engine === "cpu";
  const { columns, field } = code.matrix;
  const sent = columns - (code.punctured?.length ?? 0) - (code.shortened?.length ?? 0);
  const rate = codeRate(code);
  const moments = momentsAt(parameter, rate);
  const limit = limitOf(parameter, rate);
  return {
    engine: onCpu ? cpuSentence(runner) : gpuSentence(info),
    workers: onCpu ? workers : undefined,
    webgpu: !onCpu,
    code: { name: code.name, n: sent, k: Math.round(rate * sent), q: field.q, rate },
    decoder: decoderText(decoder),
    parameter,
    sameBits: checkNodeRules[decoder.rule].exactness.devices === "bit-equal",
    limit,
    approximation:
      moments === undefined
        ? []
        : curve(points, limit, (x) => normalApproximation(moments(x), sent * field.p, rate * sent * field.p)),
  };
}

/** The reason for the CPU engine, and its number of workers, as a sentence. */
function cpuSentence({ workers, asked }: SimulationRunner): string {
  const reason =
    asked === "cpu" ? "The page's address asks for the CPU engine" : "This browser offers no WebGPU device";
  const threads = workers === 1 ? "a Web Worker" : `${workers} Web Workers`;
  return `${reason}: the CPU decodes in ${threads}, in WebAssembly SIMD. The counts are the same.`;
}

function gpuSentence({ adapter, software }: EngineInfo): string {
  return software
    ? `The WGSL kernels run on a software device (${adapter}): a real GPU is hundreds of times as fast.`
    : `The WGSL kernels run on ${adapter}.`;
}

/** Capacity and dispersion by the parameter's value; undefined for channels of symbols. */
function momentsAt(parameter: ChannelParameter, rate: number): ((x: number) => ChannelMoments) | undefined {
  if (parameter === "ebn0") return (x) => awgnMoments(sigmaOfEbN0(x, rate));
  if (parameter === "snr") return (x) => awgnMoments(1 / Math.sqrt(x));
  if (parameter === "qber") return bscMoments;
  return undefined;
}

function limitOf(parameter: ChannelParameter, rate: number): number | null {
  if (parameter === "ebn0") return shannonLimitEbN0(rate);
  const moments = momentsAt(parameter, rate);
  if (moments === undefined) return null;
  let [low, high] = parameter === "qber" ? [1e-9, 0.5 - 1e-9] : [1e-6, 1e4];
  const better = parameter === "qber" ? -1 : 1;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (moments(middle).capacity < rate === better > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function curve(points: readonly number[], limit: number | null, fer: (x: number) => number) {
  if (points.length === 0) throw new InputError("no points: name at least one");
  const ends = limit === null ? points : [...points, limit];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  return Array.from({ length: STEPS + 1 }, (_, i) => low + ((high - low) * i) / STEPS)
    .map((x) => ({ x, fer: fer(x) }))
    .filter((point) => point.fer >= LEAST_FER);
}
