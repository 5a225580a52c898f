import type { ChannelKind } from "../channel/channel-kind.ts";
import { channelKind } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import { edgeTypes, graphNodes, type MetEnsemble } from "../code/construct/met.ts";
import { randomSource } from "../code/construct/random.ts";
import { type Entry, parityCheckMatrix } from "../code/parity-check-matrix.ts";
import { InputError } from "../errors.ts";
import { galoisField } from "../galois/field.ts";
import { type MeasuredPoint, nextValue, type RequiredValue, requiredValue } from "../simulation/required.ts";
import { type CounterOptions, codeCounter } from "./counter.ts";

/** Draws of one edge before its nodes count as joined already in every way. */
const TRIES = 1_000;

/**
 * A random code of an ensemble: the sockets of each edge type are joined by a random permutation, and an edge between
 * nodes that are joined already changes its end with another edge of its type. Over GF(q) each edge has a random label.
 * @param symbols columns of H, punctured ones too.
 * @throws InputError for numbers of nodes that cannot be rounded (`graphNodes`), and for so few nodes that no graph is found.
 */
export function randomLift(ensemble: MetEnsemble, symbols: number, q: number, seed: number): Code {
  const random = randomSource(seed);
  const { variables, checks } = graphNodes(ensemble, symbols, "nearest");
  const silent = new Set(
    ensemble.variables.filter(({ punctured }) => punctured).map(({ degrees }) => degrees.join(" ")),
  );
  const rows = checks.map(() => new Set<number>());
  for (const t of edgeTypes(ensemble)) {
    const sockets = random.shuffle(variables.flatMap((degrees, n) => new Array<number>(degrees[t]).fill(n)));
    const ends = checks.flatMap((degrees, m) => new Array<number>(degrees[t]).fill(m));
    ends.forEach((m, i) => {
      for (let tries = 0; rows[m].has(sockets[i]); tries++) {
        if (tries === TRIES) throw new InputError(`no graph of ${symbols} symbols without double edges: take more`);
        const j = random.below(ends.length);
        const [mine, other] = [sockets[i], sockets[j]];
        if (j < i) {
          // The edge j is in its row already.
          if (rows[m].has(other) || rows[ends[j]].has(mine)) continue;
          rows[ends[j]].delete(other);
          rows[ends[j]].add(mine);
        }
        [sockets[i], sockets[j]] = [other, mine];
      }
      rows[m].add(sockets[i]);
    });
  }
  const entries = rows.map((row) => [...row].map((n): Entry => [n, 1 + random.below(q - 1)]));
  const punctured = variables.flatMap((degrees, n) => (silent.has(degrees.join(" ")) ? [n] : []));
  return {
    name: `${ensemble.name}-lift`,
    description: `random lift, seed ${seed}`,
    source: "",
    matrix: parityCheckMatrix(galoisField(q), variables.length, entries),
    ...(punctured.length > 0 && { punctured: Uint32Array.from(punctured) }),
  };
}

/** What a sampled threshold depends on: `frames` of a point, each point with a lift of its own, and `seed` of the lifts and the noise. */
export interface SampledOptions extends Omit<CounterOptions, "chunkFrames"> {
  /** Where the search begins. */
  readonly start: number;
  /** Symbols of a lift. */
  readonly symbols: number;
  /** Size of the field. */
  readonly q: number;
  /** Symbol error rate of a frame from which on its decoding has failed. */
  readonly target: number;
}

/**
 * The threshold of any decoder, by sampling: large random lifts of the ensemble are decoded by the decoder's own kernels,
 * and the threshold is the value of the channel's parameter at which half of the frames keep more symbol errors than the
 * target. The population are the messages of a lift, whose permutation is drawn once: cycles are as rare as 1/symbols.
 * Random words with known syndromes stand for all codes of the ensemble, so that the channel need not be symmetric.
 * @returns the value with its 95 % interval over noise and lifts. Finite lifts fail earlier than infinite ones: by about
 * symbols^(−2/3), 0.01 dB at 100,000 (A. Amraoui, A. Montanari, T. Richardson and R. Urbanke, IEEE Trans. Inf. Theory 55(2), 2009).
 */
export async function sampledThreshold(ensemble: MetEnsemble, options: SampledOptions): Promise<RequiredValue> {
  const { symbols, q, frames, target, seed } = options;
  const kind = channelKind(options.channel);
  const points: MeasuredPoint[] = [];
  const next = () => nextValue(points, 0.5, kind, q) ?? narrower(points, kind);
  for (let value: number | undefined = options.start; value !== undefined; value = next()) {
    const code = randomLift(ensemble, symbols, q, seed + points.length);
    const counter = await codeCounter(code, { ...options, chunkFrames: 1 });
    const counts = [...(await counter.count(value, 0, frames))];
    counter.close();
    points.push({ value, errors: counts.filter(({ symbolErrors }) => symbolErrors > target * symbols).length, frames });
  }
  return requiredValue(points, 0.5, kind)!;
}

/** Half width of the interval of a sampled threshold, in dB or as a share, and number of points at most. */
const PRECISION = { dB: 0.02, share: 0.005 } as const;
const POINTS_MOST = 16;

/** A value within the interval, nearer to its farther end, while the interval is wide: points with all frames or none wrong leave it so. */
function narrower(points: readonly MeasuredPoint[], kind: ChannelKind): number | undefined {
  const { value, low, high } = requiredValue(points, 0.5, kind)!;
  const wide = kind.unit === "dB" ? 2 * PRECISION.dB : 2 * PRECISION.share * value;
  if (high - low <= wide || points.length >= POINTS_MOST) return undefined;
  const end = high - value > value - low ? high : low;
  return Number(((value + end) / 2).toPrecision(4));
}
