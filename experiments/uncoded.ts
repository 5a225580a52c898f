import { uncodedRates } from "../src/channel/limits/modulation-limits.ts";
import {
  bitsOfUse,
  dimensionsOf,
  FARTHEST,
  FARTHEST_FADING,
  type GridPoints,
  modulationOf,
  onGrid,
  planeModulations,
} from "../src/channel/modulation/modulated.ts";
import { GAIN_ONE, modulatedChannel } from "../src/channel/modulation/modulated-kind.ts";
import { DEFAULT_GENERATOR } from "../src/channel/random.ts";
import type { Engine } from "../src/engine/engine.ts";
import type { Program } from "../src/gpu/program.ts";
import { WORKGROUP_SIZE } from "../src/gpu/workgroup.ts";
import { formatNumber } from "../src/report/format.ts";
import { withRandom } from "../wgsl/common/random/parts.ts";
import { channel, measurement } from "./shared/options.ts";
import { reportExperiment } from "./shared/report.ts";

type Name = keyof typeof planeModulations;
const NAMES = Object.keys(planeModulations) as Name[];
const FADINGS = ["awgn", "rayleigh"] as const;
export type Fading = (typeof FADINGS)[number];

/** Es/N0 in dB, more than the bits of an axis need. */
const MORE: Readonly<Record<Fading, readonly number[]>> = { awgn: [0, 3, 6, 8, 10], rayleigh: [0, 5, 10, 15, 20] };
/** Points of a frame, a multiple of all numbers of labels, and frames of a run. */
const [POINTS, FRAMES] = [2048, 64];

/** Wrong symbols and bits of hard decisions, without a code. */
interface UncodedCounts {
  readonly esn0: number;
  readonly symbols: number;
  readonly wrongSymbols: number;
  readonly wrongBits: number;
  readonly wrongBitSquares: number;
}

export default reportExperiment({
  name: "uncoded",
  summary: "symbol and bit errors of every modulation without a code, over AWGN and Rayleigh fading, beside theory",
  options: {
    modulations: channel.texts("names of modulations", "8psk", NAMES as readonly string[], { choices: NAMES }),
    symbols: measurement.count("symbols of a point", "1e5", 1e7),
  },
  quick: { modulations: ["qpsk", "8psk"], symbols: 1e5 },
  plan: ({ modulations, symbols }, lab) => ({
    source: "hard decisions for the nearest point, by the noise and the points of simulations",
    settings: { symbols },
    measurements: (modulations as readonly Name[]).flatMap((name) =>
      FADINGS.map((fading) => ({
        name: `${name} ${fading}`,
        async measure(share) {
          const counts: UncodedCounts[] = [];
          for (const esn0 of esn0Of(name, fading)) {
            counts.push(await countUncoded(lab.engine, name, fading, esn0, symbols));
            share(counts.length / MORE[fading].length);
          }
          return { rows: counts.map((count) => rowOf(name, fading, count)), details: counts };
        },
      })),
    ),
  }),
});

/** Es/N0 of the points of a modulation, in dB. */
export function esn0Of(name: Name, fading: Fading): number[] {
  return MORE[fading].map((more) => more + 3 * (planeModulations[name].bits - 1));
}

function rowOf(name: Name, fading: Fading, { esn0, symbols, wrongSymbols }: UncodedCounts) {
  const { ser } = uncodedRates(planeModulations[name], 10 ** (esn0 / 10), fading);
  const how = `${wrongSymbols} of ${symbols} symbols; theory ${formatNumber(ser)}`;
  return {
    what: `${name}, ${fading}, Es/N0 ${esn0} dB`,
    unit: "SER ÷ theory",
    ours: wrongSymbols / symbols / ser,
    errors: wrongSymbols,
    how,
  };
}

/** Sends points with equally many of each label, and counts what the nearest point gets wrong. */
async function countUncoded(
  engine: Engine,
  name: Name,
  fading: Fading,
  esn0: number,
  symbols: number,
): Promise<UncodedCounts> {
  const isFading = fading === "rayleigh" ? 1 : 0;
  const sigma = Math.sqrt(10 ** (-esn0 / 10) / 2);
  const modulated = { name, labeling: "gray", demapper: "log-map", ...(isFading === 1 && { fading: 1 }) } as const;
  const modulation = modulationOf(modulated);
  const grid = onGrid(modulation, sigma, isFading === 1 ? FARTHEST_FADING : FARTHEST);
  const [bits, dimensions] = [bitsOfUse(modulation), dimensionsOf(modulation)];
  const perPoint = modulation.bits / bits;
  const uses = POINTS * perPoint;
  const labels = Uint32Array.from({ length: uses }, (_, place) => {
    const point = Math.floor(place / perPoint);
    return Math.floor(point / 2 ** (bits * (place % perPoint))) % 2 ** bits;
  });
  const frame = Uint32Array.from({ length: uses * bits }, (_, i) => (labels[Math.floor(i / bits)] >> (i % bits)) & 1);
  const codeword = new Uint32Array(FRAMES * frame.length);
  for (let i = 0; i < FRAMES; i++) codeword.set(frame, i * frame.length);
  const { noise, tables } = modulatedChannel(modulated, sigma);
  const points = tables!.points as Int32Array<ArrayBuffer>;
  const stride = dimensions + isFading;
  const values = FRAMES * uses * stride;
  const constant = (type: "u32" | "i32", data: Uint32Array | Int32Array) =>
    ({ type, length: data.length, perFrame: false, data }) as Program["buffers"][string];
  const program: Program = {
    buffers: {
      noise: constant("u32", noise),
      codeword: constant("u32", codeword),
      label_bits: constant("u32", Uint32Array.from(frame.keys())),
      points: constant("i32", points),
      values: { type: "i32", length: values, perFrame: false },
    },
    start: [
      {
        kernel: "channel/points/sample",
        constants: {
          ...{ N: frame.length, P: 1, USES: uses, BITS: bits, DIMENSIONS: dimensions },
          ...{ FADING: isFading, BLOCK: 1, USES_OF_POINT: perPoint, BLOCKS: 1, SHORTER: 0 },
        },
        variant: withRandom(DEFAULT_GENERATOR, { imports: { sent: "channel/points/sent" } }),
        buffers: ["noise", "codeword", "label_bits", "points", "values"],
        workgroups: Math.ceil((uses * dimensions) / (4 * WORKGROUP_SIZE)),
      },
    ],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [],
  };
  const prepared = await engine.prepare(program, FRAMES);
  const total = { symbols: 0, wrongSymbols: 0, wrongBits: 0, wrongBitSquares: 0 };
  const runs = Math.ceil(symbols / (POINTS * FRAMES));
  const received = (run: number) => {
    const parameters = {
      ...{ firstFrame: run * FRAMES, frames: FRAMES, chunkFrames: FRAMES },
      ...{ key: [32, 7] as const, llrScale: 1, amplitude: 0 },
    };
    return prepared.run(parameters, [{ buffer: "values", elements: values }]);
  };
  // The device draws a run while the host counts the one before.
  let next = received(0);
  for (let run = 1; run <= runs; run++) {
    const { outputs } = await next;
    if (run < runs) next = received(run);
    tally(outputs[0] as Int32Array, labels, grid, { perPoint, isFading }, total);
  }
  prepared.release();
  return { esn0, ...total };
}

/** Adds the errors of received values to the counts. Ties between two points go to each of them half the time. */
function tally(
  values: Int32Array,
  labels: Uint32Array,
  grid: GridPoints,
  { perPoint, isFading }: { readonly perPoint: number; readonly isFading: number },
  total: { -readonly [K in Exclude<keyof UncodedCounts, "esn0">]: number },
): void {
  const stride = grid.dimensions + isFading;
  const decide = grid.dimensions === 1 ? onAxis(grid, values) : inPlane(grid, values);
  for (let place = 0; place * stride < values.length; ) {
    let wrong = 0;
    for (let part = 0; part < perPoint; part++, place++) {
      const at = place * stride;
      const gain = isFading === 1 ? values[at + grid.dimensions] / GAIN_ONE : 1;
      // 512 places hold equally many of every label, so the side of a tie does not depend on the label.
      const decided = decide(at, gain, ((place >> 9) & 1) === 1);
      for (let difference = labels[place % labels.length] ^ decided; difference > 0; difference >>= 1)
        wrong += difference & 1;
    }
    total.symbols++;
    total.wrongSymbols += Number(wrong > 0);
    total.wrongBits += wrong;
    total.wrongBitSquares += wrong * wrong;
  }
}

/** Returns the label of the point that is nearest to the value at a place; of several, the first or the last one. */
type Decide = (at: number, gain: number, last: boolean) => number;

/** Decides by three amplitudes around a value; by all of them where fading puts them nearer than four grid steps. */
function onAxis({ points }: GridPoints, values: Int32Array): Decide {
  const labels = Uint32Array.from(points.keys()).sort((a, b) => points[a] - points[b]);
  const amplitudes = Float64Array.from(labels, (label) => points[label]);
  const spacing = amplitudes[1] - amplitudes[0];
  return (at, gain, last) => {
    const value = values[at];
    let first = 0;
    let end = labels.length;
    if (end > 3 && gain * spacing >= 4) {
      const near = Math.round((value / gain - amplitudes[0]) / spacing);
      first = Math.max(0, Math.min(end - 3, near - 1));
      end = first + 3;
    }
    let nearest = Number.POSITIVE_INFINITY;
    let decided = 0;
    for (let i = first; i < end; i++) {
      const distance = Math.abs(value - Math.floor(gain * amplitudes[i]));
      if (distance > nearest || (distance === nearest && !last)) continue;
      nearest = distance;
      decided = i;
    }
    return labels[decided];
  };
}

function inPlane({ points, dimensions, bits }: GridPoints, values: Int32Array): Decide {
  const count = 2 ** bits;
  return (at, gain, last) => {
    let nearest = Number.POSITIVE_INFINITY;
    let decided = 0;
    for (let label = 0; label < count; label++) {
      let distance = 0;
      for (let d = 0; d < dimensions; d++) {
        const difference = values[at + d] - Math.floor(gain * points[label * dimensions + d]);
        distance += difference * difference;
      }
      if (distance > nearest || (distance === nearest && !last)) continue;
      nearest = distance;
      decided = label;
    }
    return decided;
  };
}
