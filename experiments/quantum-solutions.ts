import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import { isModelCode } from "../src/decoder/shots/model.ts";
import { pointTables, shotProgram } from "../src/decoder/shots/program.ts";
import { shotDecoder } from "../src/decoder/shots/rules.ts";
import type { Engine } from "../src/engine/engine.ts";
import { InputError } from "../src/errors.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { formatNumber } from "../src/report/format.ts";
import { lineFigure } from "../src/report/line-figure.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { figureOptions, writeFigures } from "./shared/figures.ts";
import { measurement, reportOut } from "./shared/options.ts";
import { intervalText } from "./shared/rates.ts";
import { measureReport } from "./shared/report.ts";
import { packageCircuit, shotRuns } from "./shared/shots.ts";

const KEY = [5, 1] as const;
const GENERATOR = "threefry4x32-13";
/** Most shots of a run: iterations of all shots of a run are counted in 32 bits. */
const MOST = 2 ** 17;

export default defineExperiment({
  name: "quantum-solutions",
  summary: "failures of a relay that ends at solution 1, 2, … n, all from one run",
  options: {
    out: reportOut("quantum-solutions"),
    ...figureOptions("quantum-solutions"),
    circuit: measurement.text("circuit: a file, or the name of one of the package", "memory.stim", "bb72-si1000-z", {
      placeholder: "FILE",
    }),
    basis: measurement.text("x, z or both", "x", "z", { placeholder: "BASIS" }),
    p: measurement.text("error rates, between commas", "0.002,0.003", "0.002,0.003,0.004", { placeholder: "RATES" }),
    decoder: measurement.text(
      "a relay; its `solutions` are n",
      "relay solutions=60",
      "relay iterations=80 gamma=0.1 legs=60 leg-iterations=60 solutions=20",
      { placeholder: "DECODER" },
    ),
    seconds: measurement.number("most seconds of each error rate", "5", 20),
    failures: measurement.number("failures at n solutions that end a measurement", "1000", 10_000),
    ...ENGINE_OPTIONS,
  },
  quick: {
    seconds: 0.01,
    p: "0.004",
    out: "runs/quantum-solutions-quick.json",
    html: "runs/quantum-solutions-quick.html",
  },
  async run({ circuit, basis, p, decoder, seconds, failures, out, ...files }, lab) {
    if (basis !== "x" && basis !== "z" && basis !== "both") throw new InputError(`--basis ${basis}: x, z or both`);
    const file = packageCircuit(circuit) ?? circuit;
    const rates = p.split(",").map(Number);
    const measured = await measureReport(lab, out, {
      experiment: "quantum-solutions",
      source: "Relays that end at each number of solutions",
      settings: { circuit, basis, decoder, seconds, failures },
      measurements: rates.map((rate) => ({
        name: `p ${rate}`,
        async measure(share) {
          const curve = await measureCurve(lab.engine, { file, basis, p: rate, decoder }, { seconds, failures }, share);
          return { rows: rowsOf(`${circuit}, basis ${basis}, p ${rate}`, curve), details: curve };
        },
      })),
    });
    const curves = rates.map((rate) => {
      const curve = measured.get(`p ${rate}`)!.details as Curve;
      const points = curve.failures.map((count, k): [number, number] => [k + 1, count / curve.shots]);
      return { name: `p ${rate}`, points: points.filter(([, y]) => y > 0) };
    });
    const ys = curves.flatMap(({ points }) => points.map(([, y]) => y));
    if (ys.length === 0) return;
    const yRange = [Math.min(...ys) / 1.5, Math.max(...ys) * 1.5] as const;
    const panel = { curves, x: "solutions", y: "failures of a shot", yScale: "log", yRange } as const;
    const title = `${circuit}, basis ${basis}: failures by the number of solutions`;
    const figure = lineFigure([panel], { title, subtitle: decoder });
    await writeFigures({ figure, title }, files, { width: 700, height: 500 });
  },
});

/** Of a run, by the solution at which decoding ends. */
interface Curve {
  readonly shots: number;
  readonly failures: readonly number[];
  readonly iterations: readonly number[];
  readonly seconds: number;
}

async function measureCurve(
  engine: Engine,
  {
    file,
    basis,
    p,
    decoder,
  }: { readonly file: string; readonly basis: "x" | "z" | "both"; readonly p: number; readonly decoder: string },
  most: { readonly seconds: number; readonly failures: number },
  share: (part: number) => void,
): Promise<Curve> {
  const code = loadCode(file, { basis });
  if (!isModelCode(code)) throw new InputError("is no circuit", { file });
  const spec = readDecoder(decoder);
  const { solutions } = shotDecoder(spec, code);
  const program = shotProgram(code, spec, engine.limits, GENERATOR, { curve: true });
  const failures = new Array<number>(solutions).fill(0);
  const iterations = new Array<number>(solutions).fill(0);
  const result = { buffer: "queue", elements: 1 + 2 * solutions };
  const runs = shotRuns(engine, program, pointTables(code, program, { p }), { most: MOST, key: KEY, result });
  let [shots, seconds] = [0, 0];
  while (shots === 0 || (seconds < most.seconds && failures[solutions - 1] < most.failures)) {
    const { output, frames, seconds: elapsed } = await runs.run();
    for (let k = 0; k < solutions; k++) {
      failures[k] += output[2 * k + 1];
      iterations[k] += output[2 * k + 2];
    }
    shots += frames;
    seconds += elapsed;
    share(Math.min(1, Math.max(seconds / most.seconds, failures[solutions - 1] / most.failures)));
    if (elapsed < 0.3) runs.grow();
  }
  runs.release();
  return { shots, failures, iterations, seconds };
}

function rowsOf(what: string, { shots, failures, iterations, seconds }: Curve) {
  return failures.map((count, k) => ({
    what: `${what}, ${k + 1} solutions`,
    unit: "failures of a shot",
    ours: count / shots,
    errors: count,
    how: `${count} of ${shots}, ${intervalText({ errors: count, frames: shots })}; ${formatNumber(iterations[k] / shots, 4)} iterations a shot; all in ${formatNumber(seconds, 3)} s`,
  }));
}
