import { baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { randomSource } from "../../src/code/construct/random.ts";
import { parityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { measureLatency, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { framesOf } from "../shared/measure.ts";
import { measurement, code as ofCode, SECONDS } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { LATENCY_RUNS, oneFrameRow, PAPER, paperSource, tenIterations } from "./shared/paper.ts";

const [PLAIN, LEVELS] = ["min-max", "min-max messages=levels16 step=0.5"];

export default reportExperiment({
  name: "nonbinary-projection",
  summary: "section V-B: the projected speed of an (8000,4000) code over GF(16), measured",
  paper: "nonbinary",
  options: {
    circulant: ofCode.count("Z: the code has 8 Z symbols", "100", 1000),
    frames: measurement.count("frames of a batch", "64", 1024),
    seconds: SECONDS,
  },
  quick: { circulant: 100, frames: 8, seconds: 0.2 },
  plan({ circulant, frames, seconds }, lab) {
    const code = circulantCode(circulant, 16);
    const bits = 4 * code.matrix.columns;
    return {
      source: paperSource(
        `section V-B, projection to an (8000,4000) code over GF(16), 10 iterations; ours ${code.description}`,
      ),
      settings: { seconds, circulant, frames },
      notes: [
        "The paper projects the speed of one frame at a time from its measurements; it did not decode this code.",
      ],
      measurements: [
        ...["min-max mapping=symbols", PLAIN, LEVELS].map((decoder) => ({
          name: `one frame, ${decoder}`,
          async measure() {
            const jobWith = tenIterations(lab.engine, code, decoder);
            const warm = { job: jobWith(frames), frames: framesOf(jobWith, frames) };
            const latency = await measureLatency(jobWith(1), LATENCY_RUNS, warm);
            const row = {
              ...oneFrameRow(`one frame, ${decoder}`, latency, PAPER.projection.megabitsPerSecond),
              unit: "Mbit/s",
              ours: bits / latency.seconds / 1e6,
            };
            return { rows: [row], details: { ...latency, bits } };
          },
        })),
        ...[PLAIN, LEVELS, "qspa"].map((decoder) => ({
          name: `batch, ${decoder}`,
          async measure() {
            const jobWith = tenIterations(lab.engine, code, decoder);
            const inFlight = framesOf(jobWith, frames);
            const measured = await measureThroughput(jobWith(inFlight), inFlight, seconds);
            const how = `${inFlight} frames in flight, sampling to counters`;
            const ours = (runRate(measured) * bits) / 1e6;
            return {
              rows: [{ what: `batch, ${decoder}`, unit: "Mbit/s", ours, how }],
              details: { ...measured, bits },
            };
          },
        })),
      ],
    };
  },
});

/**
 * A (3,6)-regular code of length 8 Z over GF(q), quasi-cyclic without cycles of length 4: 4 × 8 circulants of size Z,
 * with one of each block column missing, random shifts and random values.
 */
function circulantCode(z: number, q: number, seed = 1): Code {
  const random = randomSource(seed);
  let shifts: (readonly [row: number, column: number, shift: number])[];
  do {
    shifts = Array.from({ length: 8 }, (_, column) =>
      [0, 1, 2, 3].filter((row) => row !== column % 4).map((row) => [row, column, random.below(z)] as const),
    ).flat();
  } while (hasFourCycle(shifts, z));
  const binary = expand(baseMatrix(4, 8, z, shifts));
  const rows = Array.from({ length: binary.rows }, (_, m) =>
    rowEntries(binary, m).map(([column]) => [column, 1 + random.below(q - 1)] as const),
  );
  return {
    name: `circulant${8 * z}-gf${q}`,
    description: `(${8 * z},${4 * z}) over GF(${q}), (3,6)-regular, random circulants`,
    source: `circulantCode(${z}, ${q}, ${seed})`,
    matrix: parityCheckMatrix(galoisField(q), binary.columns, rows),
  };
}

/** Whether two block rows and two block columns close a cycle: their four shifts cancel. */
function hasFourCycle(shifts: readonly (readonly [number, number, number])[], z: number): boolean {
  const differences = shifts.flatMap(([row, column, shift]) =>
    shifts.flatMap(([below, other, second]) =>
      other === column && below > row ? [`${row} ${below} ${(shift - second + z) % z}`] : [],
    ),
  );
  return new Set(differences).size < differences.length;
}
