import type { Code } from "../../../src/code/code.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { MeasurementFile } from "../../shared/measurement-file.ts";
import type { Lab, Step } from "../../shared/runner/lab.ts";
import { cellOf, cellText, type EqmlCell } from "./fer.ts";
import { type EqmlRunner, eqmlRunner, type Totals } from "./runner.ts";

/** A decoder whose errors at several Eb/N0 a step measures. */
export interface DecoderPoints extends Pick<Step, "what" | "cost"> {
  readonly code: Code;
  /** Name of the code in the cells; the code's own if left out. */
  readonly name?: string;
  readonly decoder: string;
  /** Frames of a run, at most the engine's maximum. */
  readonly inFlight: number;
  readonly seed: number;
  /** The Eb/N0 in dB of the cells that the file lacks. */
  lacks(): readonly number[];
  /** Counts frames of a runner at a point. @param share receives the fraction that is done. */
  count(runner: EqmlRunner, ebn0: number, share: (done: number) => void): Promise<Totals>;
}

/** A step that stores the cells of a decoder that a file lacks, all of one runner. */
export function decoderStep(lab: Lab, file: MeasurementFile<EqmlCell>, points: DecoderPoints): Step {
  const { what, cost, code, name = code.name, decoder, inFlight, seed } = points;
  return {
    what,
    cost,
    isDone: () => points.lacks().length === 0,
    async run(share) {
      const missing = points.lacks();
      const runner = await eqmlRunner(lab.engine, code, readDecoder(decoder), inFlight, seed, (line) => lab.say(line));
      try {
        const rows: string[] = [];
        for (const [i, ebn0] of missing.entries()) {
          runner.at(ebn0);
          const part = (done: number) => share((i + done) / missing.length);
          const cell = cellOf(name, runner, ebn0, await points.count(runner, ebn0, part));
          file.set(cell);
          file.save();
          rows.push(cellText(cell));
        }
        return rows;
      } finally {
        runner.release();
      }
    },
  };
}
