import { evaluateNumber } from "../../../cli/options/expression.ts";
import { integerOption } from "../../../cli/options/values.ts";
import { InputError } from "../../../errors.ts";
import type { Disclosure } from "../../core/disclosure.ts";
import { gaussianLayout } from "../../core/gaussian-blocks.ts";
import { disclosureOf, receivedValues } from "../../files/messages/disclosed-file.ts";
import type { DisclosedHeader } from "../../files/messages/disclosed-header.ts";
import { disclosedOf, sumDisclosed } from "../../files/messages/disclosed-values.ts";
import type { GaussianHeader } from "../../files/messages/gaussian-header.ts";
import { isOfValues, type StreamHeader, type ValueStreamHeader } from "../../files/messages/headers.ts";
import type { RecordReader } from "../../files/messages/record-reader.ts";
import type { ValueFile } from "../../files/value-file.ts";
import type { ValueMoments } from "../../files/value-sequence.ts";
import { linkHeader, linkOf, readLinkOptions, requireModulation } from "./link.ts";
import type { ReconcileArguments } from "./options.ts";
import { agree, givenPositions, loadColumns, receivedStream, type StreamPlan } from "./plan.ts";

/** A file of values with its statistics. */
export interface Values {
  readonly file: ValueFile;
  readonly moments: ValueMoments;
}

/** Input files of the ends. */
export interface ValueFiles {
  reference?: Values;
  decoding?: Values;
  /** Syndrome files of the first run and of a retry. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
  /** The decoding end's disclosed values, for the reference end. */
  disclosed?: RecordReader<DisclosedHeader>;
  /** All open files. */
  readonly open: { close(): Promise<void> }[];
}

/** A stream of values, and the values that the ends read. */
export interface ValuePlan extends StreamPlan<ValueStreamHeader> {
  readonly disclosure: Disclosure;
}

/**
 * The stream from the reference end's options.
 * @throws InputError with the name of a missing or wrong option, or as `estimateCorrelation` and `estimateLink`.
 */
export async function newValueStream(
  options: ReconcileArguments,
  files: ValueFiles,
  salt?: string,
): Promise<ValuePlan> {
  const { code } = options;
  if (code === undefined) throw new InputError("no code given: give --code");
  const values = files.reference!.file.values;
  const { agreed, parameters } = agree(options, loadColumns(code, options), givenPositions(options), salt);
  const { keyBits, syndromeLeakage } = gaussianLayout(parameters);
  if (syndromeLeakage >= keyBits) {
    throw new InputError(`--code ${code}: ${syndromeLeakage} syndrome bits tell all of ${keyBits} bits of a block`);
  }
  const message = files.disclosed?.header;
  const disclosed = message?.every ?? readDisclose(options);
  // The salt and the seed of the message were drawn when the values existed.
  const disclosure = disclosureOf(values, disclosed, message?.seed ?? agreed.salt);
  const blocks = Math.floor((disclosure.kept * 8) / keyBits);
  if (blocks === 0) {
    throw new InputError(`has ${8 * disclosure.kept} values to reconcile, but a block of ${code} takes ${keyBits}`, {
      file: files.reference!.file.path,
    });
  }
  const gaussian = { values, disclosed, ...(message && { message }), ...(await knownLink(options, files, disclosure)) };
  // An invalid link is refused before any work.
  linkOf(gaussian);
  return { stream: { ...agreed, gaussian, bits: blocks * keyBits, blocks }, parameters, disclosure };
}

/** The stream of a syndrome file. @throws InputError as `receivedStream`, `gaussianLayout` and `estimateLink`. */
export function receivedValueStream(
  options: ReconcileArguments,
  { header, path }: RecordReader<StreamHeader>,
): ValuePlan {
  const plan = receivedStream(options, valueHeader(header), path);
  // A fault in the layout would be a fault of the code.
  gaussianLayout(plan.parameters);
  const { gaussian, salt } = plan.stream;
  try {
    linkOf(gaussian);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`its link: ${error.message}`, { file: path });
    throw error;
  }
  const { values, disclosed, message } = gaussian;
  return { ...plan, disclosure: disclosureOf(values, disclosed, message?.seed ?? salt) };
}

function readDisclose({ disclose }: ReconcileArguments): number {
  return disclose === undefined ? 0 : integerOption("disclose", disclose, 2);
}

/** The link from the options or from disclosed values. */
async function knownLink(
  options: ReconcileArguments,
  { reference, decoding, disclosed: message }: ValueFiles,
  disclosure: Disclosure,
): Promise<Pick<GaussianHeader, "snr" | "link">> {
  const snr = await readSnr(options);
  const option = options.disclosed === undefined ? "disclose" : "disclosed";
  if (snr !== undefined) {
    if (options[option] === undefined) return { snr };
    throw new InputError(`--snr and --${option} are given: give the SNR, or let it be estimated`);
  }
  if (options[option] === undefined || (decoding === undefined && message === undefined)) {
    throw new InputError(
      "no --snr given: give it, for example 0.161, or --disclosed with the file of the other end, or with both ends here --disclose 10 to estimate it",
    );
  }
  const link = await readLinkOptions(options);
  const theirs = message && receivedValues(message);
  const sums = await sumDisclosed(theirs ?? disclosedOf(decoding!.file), disclosedOf(reference!.file), disclosure);
  theirs?.checkDigest();
  const { snr: estimated } = sums.estimate();
  if (link === undefined) return { snr: estimated };
  const modulation =
    message === undefined
      ? { variance: link.modulationVariance!, deviation: decoding!.moments.deviation }
      : requireModulation(message.header, link, message.path);
  return { snr: estimated, link: linkHeader(sums.about, modulation, link) };
}

/** Value of --snr, if given. @throws InputError if it is no SNR. */
export async function readSnr({ snr }: ReconcileArguments): Promise<number | undefined> {
  if (snr === undefined) return undefined;
  const value = await evaluateNumber(snr, "--snr");
  if (!(value > 0)) throw new InputError(`--snr ${snr}: it must be above 0, linear and not in decibels`);
  return value;
}

/** The header with the type of a stream of values. `requireKind` has checked it. */
export function valueHeader(stream: StreamHeader): ValueStreamHeader {
  if (!isOfValues(stream)) throw new Error("a stream of bits among values");
  return stream;
}
