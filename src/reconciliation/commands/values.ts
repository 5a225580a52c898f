import { evaluateNumber } from "../../cli/options/expression.ts";
import { integerOption } from "../../cli/options/values.ts";
import { decoderText, InputError, readDecoder } from "../../index.ts";
import { decoderFile } from "../../node/disk/bounded-text.ts";
import { correlationOf, type Disclosure } from "../core/estimation.ts";
import { type DecodingEnd, decodingEnd, gaussianLayout, referenceEnd } from "../core/values.ts";
import { valueIdentity } from "../files/data-identity.ts";
import { disclosedOf, disclosureOf, openDisclosed, receivedValues, sumDisclosed } from "../files/disclosed-file.ts";
import {
  type DisclosedHeader,
  type GaussianHeader,
  isOfValues,
  runId,
  type StreamHeader,
  SYNDROMES,
  type ValueStreamHeader,
} from "../files/headers.ts";
import { RecordReader } from "../files/record-file.ts";
import { retryDecodingSide } from "../files/retry.ts";
import { type DecodingSide, decodingSide, referenceSide, valueBatchBlocks } from "../files/sides.ts";
import {
  openValueFile,
  requireContinuous,
  requireStep,
  type ValueFile,
  type ValueMoments,
  ValueSequence,
  valueMoments,
} from "../files/value-file.ts";
import { keySummary } from "./messages.ts";
import { CV_DECODER, type ReconcileArguments } from "./options.ts";
import {
  agree,
  givenPositions,
  loadColumns,
  openRetry,
  receivedStream,
  requireKind,
  retryFiles,
  type StreamPlan,
} from "./plan.ts";
import { type BlockFiles, identified, present, type ReconcileInput } from "./run.ts";
import { linkHeader, linkOf, readLinkOptions, readSecurity, requireModulation, requireOneLink } from "./secret.ts";
import { summarise } from "./summary.ts";

/** A file of values with its statistics. */
interface Values {
  readonly file: ValueFile;
  readonly moments: ValueMoments;
}

/** Input files of the ends. */
interface ValueFiles {
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
interface ValuePlan extends StreamPlan<ValueStreamHeader> {
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
function receivedValueStream(options: ReconcileArguments, { header, path }: RecordReader<StreamHeader>): ValuePlan {
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

/**
 * Opens Alice's and Bob's Gaussian values.
 * @throws InputError for files that cannot be read or do not fit, values that are not finite, and quantised values without --resolution.
 */
export async function openValues(paths: BlockFiles, options: ReconcileArguments): Promise<ReconcileInput> {
  const security = await readSecurity(options);
  const files: ValueFiles = { open: [] };
  const close = async () => {
    for (const file of files.open) await file.close();
  };
  const resolution = await openFiles(paths, options, files).catch(async (error) => {
    await close();
    throw error;
  });
  const { reference, decoding } = files;
  const syndromes = files.further ?? files.syndromes;
  // The last plan is the one that runs.
  let made: ValuePlan | undefined;
  const alices = identified("alice", decoding?.file, valueIdentity);
  const bobs = identified("bob", reference?.file, valueIdentity);
  const decodingEndSide = (
    end: DecodingEnd,
    values: ValueSequence,
    { stream, parameters }: StreamPlan,
  ): DecodingSide =>
    files.further === undefined
      ? decodingSide(end, values, stream)
      : retryDecodingSide(end, values, retryFiles(files.syndromes!, files.further, parameters.code));
  const sequence = ({ file, moments }: Values) => new ValueSequence(file, moments, made!.disclosure);
  return {
    ends: { reference: reference !== undefined, decoding: decoding !== undefined },
    syndromes,
    received: present(files.syndromes, files.further),
    disclosed: files.disclosed,
    unit: "values/s",
    security,
    close,
    data: async () => present(await alices?.data(), await bobs?.data()),
    async plan(drawn) {
      made =
        syndromes === undefined
          ? await newValueStream(options, files, drawn?.salt)
          : receivedValueStream(options, syndromes);
      requireOneLink(made.stream, security, syndromes?.path);
      const spec = readDecoder(options.decoder ?? CV_DECODER, decoderFile);
      const parameter = (await readSnr(options)) ?? made.stream.gaussian.snr;
      const header = {
        stream: made.stream,
        resolution,
        received: syndromes?.id,
        files: {
          reference: await bobs?.header(reference!.file.values),
          decoding: await alices?.header(decoding!.file.values),
        },
        decoding: decoding && { decoder: decoderText(spec), parameter },
      };
      return { ...made, header };
    },
    sides(engine, { stream, parameters, header }) {
      const sender = reference && referenceEnd(engine, parameters);
      const { decoder, parameter } = header.decoding ?? {};
      const receiver = decoding && decodingEnd(engine, parameters, readDecoder(decoder!), correlationOf(parameter!));
      return {
        reference: sender && referenceSide(sender, sequence(reference), stream, resolution),
        decoding: receiver && decodingEndSide(receiver, sequence(decoding), { stream, parameters }),
        batchBlocks: valueBatchBlocks(stream),
        release() {
          sender?.release();
          receiver?.release();
        },
      };
    },
    summarise: ({ header }, { files: paths, verdict, secretKey, messages }, timing, totals) =>
      summarise(made!.stream, runId(header), paths, timing, {
        totals,
        decoding: header.decoding,
        key: verdict && keySummary(verdict, reference !== undefined),
        secretKey,
        messages,
      }),
  };
}

/** Opens the files of a task, which `files` then has. @returns the step of Bob's quantised values. */
async function openFiles(
  paths: BlockFiles,
  options: ReconcileArguments,
  files: ValueFiles,
): Promise<number | undefined> {
  const resolution = await readResolution(options);
  const open = async (path: string, expected?: Parameters<typeof openValueFile>[1]) => {
    const file = await openValueFile(path, expected);
    files.open.push(file);
    return file;
  };
  const look = async (file: ValueFile) => ({ file, moments: await valueMoments(file) });
  if (paths.syndromes !== undefined) {
    files.syndromes = await RecordReader.open(paths.syndromes, SYNDROMES);
    files.open.push(files.syndromes);
    requireKind(options, files.syndromes.header, paths.syndromes);
    if (paths.further !== undefined) {
      files.further = await openRetry(paths.further, files.syndromes);
      files.open.push(files.further);
    }
    const { values } = valueHeader(files.syndromes.header).gaussian;
    files.decoding = await look(await open(paths.decoding!, { values, of: paths.syndromes }));
    return resolution;
  }
  if (paths.disclosed !== undefined) {
    files.disclosed = await openDisclosed(paths.disclosed);
    files.open.push(files.disclosed);
  }
  const reference = await open(
    paths.reference!,
    files.disclosed && { values: files.disclosed.header.values, of: files.disclosed.path },
  );
  // Lengths are compared first, since reading all values may take a while.
  const decoding =
    paths.decoding !== undefined
      ? await open(paths.decoding, { values: reference.values, of: paths.reference! })
      : undefined;
  files.reference = await look(reference);
  if (resolution === undefined) requireContinuous(files.reference.moments, paths.reference!);
  else await requireStep(reference, resolution);
  files.decoding = decoding && (await look(decoding));
  return resolution;
}

async function readResolution({ resolution }: ReconcileArguments): Promise<number | undefined> {
  if (resolution === undefined) return undefined;
  const value = await evaluateNumber(resolution, "--resolution");
  if (!(value > 0)) throw new InputError(`--resolution ${resolution}: it must be above 0`);
  return value;
}
