import { isModelCode } from "../../decoder/shots/model.ts";
import { shotFrameDecoder } from "../../engine/decode-shots.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { requireWritable } from "../../node/disk/new-file.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { readShots, shotEnding, shotStride, writeShots } from "../../node/files/shot-file.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { formatCount, formatNumber } from "../../report/format.ts";
import { CommandExit } from "../exit.ts";
import { loadOptions } from "../options/code.ts";
import { chosenDecoder } from "../options/decoder.ts";
import { openChosenEngine } from "../options/engine.ts";
import { print } from "../output.ts";
import { Progress } from "../progress.ts";
import type { DecodeArguments } from "./options.ts";

/** Shots decoded between two looks at Ctrl-C. */
const AT_ONCE = 4096;

/**
 * Decodes shots of an error model, detectors in and observables out.
 * @throws InputError for a code that is no error model, shots of another length, or a file that cannot be written; CommandExit after Ctrl-C,
 * before anything is written.
 */
export async function decodeShots(options: DecodeArguments, shots: string, signal: AbortSignal): Promise<void> {
  const code = loadCode(options.code, loadOptions(options));
  if (!isModelCode(code))
    throw new InputError(`${code.name} is no error model, whose shots --shots has: give --dem or --circuit`);
  const { detectors, observables } = code.model;
  shotEnding(options.out);
  requireWritable(options.out, options);
  const packed = readShots(shots, detectors, "detectors");
  const stride = shotStride(detectors);
  const count = packed.length / stride;
  const spec = chosenDecoder(code, options);
  const progress = new Progress(process.stderr, options.quiet, process.env);
  let engine: Engine | undefined;
  try {
    engine = await openChosenEngine(options);
    progress.say(engineSentence(engine.info));
    const decoder = await shotFrameDecoder(engine, code, spec, { shots: Math.min(AT_ONCE, Math.max(1, count)) });
    const flips = new Uint8Array(count * shotStride(observables));
    let [done, explained, iterations] = [0, 0, 0];
    const line = () => `decoded ${formatCount(done)} of ${formatCount(count)} shots`;
    progress.start({ table: line, line });
    const begin = performance.now();
    while (done < count) {
      if (signal.aborted) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
      const part = await decoder.decode(packed.subarray(done * stride, Math.min(count, done + decoder.shots) * stride));
      flips.set(part.observables, done * shotStride(observables));
      for (const [i, each] of part.iterations.entries()) {
        explained += Number(part.found[i] > 0);
        iterations += each;
      }
      done += part.iterations.length;
    }
    const seconds = (performance.now() - begin) / 1000;
    decoder.release();
    progress.stop();
    writeShots(options.out, flips, observables, options.force);
    const summary = { shots: count, explained, iterations, seconds };
    print(options.json ? JSON.stringify(summary, null, 2) : summaryText(summary));
  } finally {
    progress.stop();
    await engine?.close();
  }
}

function summaryText({
  shots,
  explained,
  iterations,
  seconds,
}: Record<"shots" | "explained" | "iterations" | "seconds", number>): string {
  if (shots === 0) return "no shots";
  const left = shots - explained;
  return [
    `${formatCount(shots)} shots, ${formatNumber(iterations / shots, 4)} iterations each, ${formatCount(Math.round(shots / seconds))} shots/s`,
    left === 0
      ? "a correction of every shot explains its detectors"
      : `of ${formatCount(left)} shots no correction explains the detectors: their observables are those of the first leg`,
  ].join("\n");
}
