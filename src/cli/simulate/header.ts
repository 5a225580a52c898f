import { channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { codeRate, meanSent, transmittedPositions } from "../../code/rate-matching.ts";
import { unlessRefused } from "../../errors.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { partText, type RunFile } from "../../node/run/run-file.ts";
import { counted, formatCount, formatNumber } from "../../report/format.ts";
import type { RunnerFactory } from "../../simulation/runner.ts";

/** Length in symbols of codes without a known parity part above which K is not computed, since elimination would delay the run. */
const ELIMINATED_SYMBOLS = 20_000;

/**
 * The lines that a run prints before it begins: code, decoder, channel, engine and device.
 * @param folder folder of the run.
 */
export function runHeader(
  code: Code,
  { decoder, channel, points, part }: Pick<RunFile, "decoder" | "channel" | "points" | "part">,
  { description }: Pick<RunnerFactory, "description">,
  folder: string,
): string[] {
  const { title, label, unit } = channelKind(channel);
  const values = points.length === 1 ? `${points[0]}` : `${points[0]} to ${points[points.length - 1]}`;
  const number = points.length === 1 ? "" : ` (${counted(points.length, "point")})`;
  const share = part === undefined ? "" : `, ${partText(part)}`;
  return [
    `code     ${codeSentence(code)}`,
    `decoder  ${decoder}`,
    `channel  ${title}, ${label} ${values}${unit === undefined ? "" : ` ${unit}`}${number}${share}, into ${folder}`,
    `engine   ${engineSentence(description)}`,
  ];
}

/** The lines about kernels for `--verbose`: their mapping, and the decoder's layout on the engine. */
export function kernelLines({ description, plan }: Pick<RunnerFactory, "description" | "plan">): string[] {
  return [...(description.driver === "" ? [] : [`kernels  ${description.driver}`]), `mapping  ${plan.join("; ")}`];
}

/** `wimax-576-288: N 576, K 288, R 0.5, over GF(2)`. N counts all symbols of the code, R only transmitted symbols. */
function codeSentence(code: Code): string {
  if (code.model !== undefined) {
    const { detectors, columns, detector, observables } = code.model;
    return `${code.name}: ${counted(detectors, "detector")}, ${counted(columns, "mechanism")}, ${formatCount(detector.length)} ${detector.length === 1 ? "entry" : "entries"}, ${counted(observables, "observable")}`;
  }
  const { columns: n, rows, field } = code.matrix;
  const uses = transmittedPositions(code).length;
  const sent = uses === n ? "" : ` (${formatCount(uses)} sent)`;
  const over = `over GF(${field.q})`;
  if (code.parity === undefined && n > ELIMINATED_SYMBOLS) {
    return `${code.name}: N ${formatCount(n)}${sent}, K at least ${formatCount(n - rows)}, ${over}`;
  }
  const rate = rateOf(code);
  if (rate === undefined) return `${code.name}: N ${formatCount(n)}${sent}, ${over}`;
  return `${code.name}: N ${formatCount(n)}${sent}, K ${formatCount(Math.round(rate * meanSent(code)))}, R ${formatNumber(rate, 4)}, ${over}`;
}

/** The rate; undefined for a code without codewords to send, which a run over syndromes may use. */
function rateOf(code: Code): number | undefined {
  return unlessRefused(() => codeRate(code));
}
