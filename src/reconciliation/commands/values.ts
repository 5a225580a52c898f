import { evaluateNumber, integerOption } from "../../cli/command-line/option.ts";
import { InputError, readDecoder } from "../../index.ts";
import { correlationOf, type Disclosure } from "../core/estimation.ts";
import { decodingEnd, gaussianLayout, referenceEnd } from "../core/values.ts";
import { valueIdentity } from "../files/data-identity.ts";
import { disclosedOf, disclosureOf, openDisclosed, receivedValues, sumDisclosed } from "../files/disclosed-file.ts";
import { type GaussianHeader, isOfValues, type StreamHeader, type ValueStreamHeader } from "../files/headers.ts";
import { failedMessages, failedValues } from "../files/retry.ts";
import { decodingSide, referenceSide, valueBlocks } from "../files/sides.ts";
import {
  openValueFile,
  requireContinuous,
  requireStep,
  type ValueFile,
  type ValueMoments,
  ValueSequence,
  valueMoments,
} from "../files/value-file.ts";
import type { DataKind, InputFiles } from "./input.ts";
import { CV_DECODER, type ReconcileArguments } from "./options.ts";
import { agree, givenPositions, loadColumns, type StreamPlan } from "./plan.ts";
import { linkHeader, linkOf, readLinkOptions, requireModulation } from "./secret.ts";

/** A file of values with its statistics. */
type Values = ValueFile & { readonly moments: ValueMoments };

/**
 * The stream from the reference end's options.
 * @throws InputError with the name of a missing or wrong option, or as `estimateCorrelation` and `estimateLink`.
 */
export async function newValueStream(
  options: ReconcileArguments,
  files: InputFiles<Values>,
  salt?: string,
): Promise<StreamPlan<ValueStreamHeader>> {
  const { code } = options;
  if (code === undefined) throw new InputError("no code given: give --code");
  const values = files.reference!.values;
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
      file: files.reference!.path,
    });
  }
  const gaussian = { values, disclosed, ...(message && { message }), ...(await knownLink(options, files, disclosure)) };
  // An invalid link is refused before any work.
  linkOf(gaussian);
  return { stream: { ...agreed, gaussian, bits: blocks * keyBits, blocks }, parameters };
}

/** The groups that a stream's ends have made public. */
function disclosureOfStream({ gaussian: { values, disclosed, message }, salt }: ValueStreamHeader): Disclosure {
  return disclosureOf(values, disclosed, message?.seed ?? salt);
}

function readDisclose({ disclose }: ReconcileArguments): number {
  return disclose === undefined ? 0 : integerOption("disclose", disclose, 2);
}

/** The link from the options or from disclosed values. */
async function knownLink(
  options: ReconcileArguments,
  { reference, decoding, disclosed: message }: InputFiles<Values>,
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
  const sums = await sumDisclosed(theirs ?? disclosedOf(decoding!), disclosedOf(reference!), disclosure);
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
async function readSnr({ snr }: ReconcileArguments): Promise<number | undefined> {
  if (snr === undefined) return undefined;
  const value = await evaluateNumber(snr, "--snr");
  if (!(value > 0)) throw new InputError(`--snr ${snr}: it must be above 0, linear and not in decibels`);
  return value;
}

/** The header with the type of a stream of values. `requireKind` has checked it. */
function valueHeader(stream: StreamHeader): ValueStreamHeader {
  if (!isOfValues(stream)) throw new Error("a stream of bits among values");
  return stream;
}

/** Reads all values of a file. @throws InputError for values that are not finite. */
async function withMoments(file: ValueFile): Promise<Values> {
  return { ...file, moments: await valueMoments(file) };
}

/** Gaussian values, in reverse reconciliation: Bob's are the reference. */
export const VALUES: DataKind<Values> = {
  unit: "values/s",
  decoder: CV_DECODER,
  length: ({ values }) => values,
  identityOf: valueIdentity,
  /** Quantised values of the reference end are refused without --resolution. */
  async open(files, { reference: referencePath, decoding: decodingPath, syndromes, disclosed }, options) {
    const resolution = await readResolution(options);
    files.resolution = resolution;
    const open = async (path: string, expected?: Parameters<typeof openValueFile>[1]) => {
      const file = await openValueFile(path, expected);
      files.open.push(file);
      return file;
    };
    if (files.syndromes !== undefined) {
      const { values } = valueHeader(files.syndromes.header).gaussian;
      files.decoding = await withMoments(await open(decodingPath!, { values, of: syndromes! }));
      return;
    }
    if (disclosed !== undefined) {
      files.disclosed = await openDisclosed(disclosed);
      files.open.push(files.disclosed);
    }
    const message = files.disclosed && { values: files.disclosed.header.values, of: files.disclosed.path };
    const reference = await open(referencePath!, message);
    // Lengths are compared first, since reading all values may take a while.
    const decoding = decodingPath && (await open(decodingPath, { values: reference.values, of: referencePath! }));
    files.reference = await withMoments(reference);
    if (resolution === undefined) requireContinuous(files.reference.moments, referencePath!);
    else await requireStep(reference, resolution);
    if (decoding) files.decoding = await withMoments(decoding);
  },
  begin: (options, files, drawn) => newValueStream(options, files, drawn?.salt),
  /** @throws InputError as `gaussianLayout` and `estimateLink`. */
  check({ stream, parameters }, path) {
    // A fault in the layout would be a fault of the code.
    gaussianLayout(parameters);
    try {
      linkOf(valueHeader(stream).gaussian);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`its link: ${error.message}`, { file: path });
      throw error;
    }
  },
  parameter: async (options, stream) => (await readSnr(options)) ?? valueHeader(stream).gaussian.snr,
  sides({ reference, decoding, resolution }, engine, { stream, parameters, header }, retry) {
    const disclosure = disclosureOfStream(valueHeader(stream));
    const sequence = (data: Values) => new ValueSequence(data, data.moments, disclosure);
    const sender = reference && referenceEnd(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && decodingEnd(engine, parameters, readDecoder(decoder!), correlationOf(parameter!));
    return {
      ends: [sender, receiver],
      reference:
        sender &&
        referenceSide(
          sender,
          valueBlocks(sequence(reference), stream, resolution),
          (blocks) => sender.encode(blocks),
          stream,
        ),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          retry ? failedValues(sequence(decoding), retry) : valueBlocks(sequence(decoding), stream),
          (blocks, message) => receiver.decode(blocks, message),
          stream,
          retry && ((first, count) => failedMessages(retry, first, count)),
        ),
    };
  },
};

async function readResolution({ resolution }: ReconcileArguments): Promise<number | undefined> {
  if (resolution === undefined) return undefined;
  const value = await evaluateNumber(resolution, "--resolution");
  if (!(value > 0)) throw new InputError(`--resolution ${resolution}: it must be above 0`);
  return value;
}
