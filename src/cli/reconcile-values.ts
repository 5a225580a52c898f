import { decoderText, readDecoder } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import { valueIdentity } from "../node/data-identity.ts";
import type { DecodingSide } from "../node/reconcile-stream.ts";
import {
  isOfValues,
  runId,
  type StreamHeader,
  SYNDROMES,
  type ValueStreamHeader,
} from "../node/reconciliation-headers.ts";
import { RecordReader } from "../node/record-file.ts";
import { retryDecodingSide } from "../node/retry-sides.ts";
import { openValueFile, type ValueFile } from "../node/value-file.ts";
import {
  estimateDisclosed,
  requireContinuous,
  requireStep,
  type ValueMoments,
  ValueSequence,
  valueMoments,
} from "../node/value-sequence.ts";
import { decodingSide, referenceSide, valueBatchBlocks } from "../node/value-sides.ts";
import { type CorrelationEstimate, correlationOf } from "../reconciliation/correlation.ts";
import { type DecodingEnd, decodingEnd } from "../reconciliation/decoding-end.ts";
import { Disclosure } from "../reconciliation/disclosure.ts";
import { gaussianLayout } from "../reconciliation/gaussian-blocks.ts";
import { referenceEnd } from "../reconciliation/reference-end.ts";
import { integerOption } from "./construct-options.ts";
import { evaluateNumber } from "./expression.ts";
import { identified, present } from "./reconcile-data.ts";
import { keySummary } from "./reconcile-key-summary.ts";
import { type BlockTask, CV_DECODER, type ReconcileArguments } from "./reconcile-options.ts";
import {
  agree,
  givenPositions,
  loadColumns,
  openRetry,
  receivedStream,
  requireKind,
  retryFiles,
  type StreamPlan,
} from "./reconcile-plan.ts";
import type { ReconcileInput } from "./reconcile-run.ts";
import { readSecurity } from "./reconcile-secret.ts";
import { summariseValues, type ValueSummary } from "./reconcile-value-summary.ts";

/** A file of values with what has been seen of it. */
interface Values {
  readonly file: ValueFile;
  readonly moments: ValueMoments;
}

interface Files {
  reference?: Values;
  decoding?: Values;
  /** Of the first run, and of a retry of it. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
  /** All that are open. */
  readonly open: { close(): Promise<void> }[];
}

/** A stream of values with what the ends are to read. */
interface ValuePlan extends StreamPlan<ValueStreamHeader> {
  readonly disclosure: Disclosure;
  readonly estimate?: CorrelationEstimate;
}

/**
 * Alice's and Bob's Gaussian values.
 * @throws InputError for files that cannot be read or do not fit, values that are not finite or come in steps without --resolution.
 */
export async function openValues(task: BlockTask, options: ReconcileArguments): Promise<ReconcileInput<ValueSummary>> {
  const security = await readSecurity(options);
  const files: Files = { open: [] };
  const close = async () => {
    for (const file of files.open) await file.close();
  };
  let resolution: number | undefined;
  try {
    resolution = await readResolution(task, options);
    await openFiles(task, options, files, resolution);
  } catch (error) {
    await close();
    throw error;
  }
  const { reference, decoding } = files;
  const syndromes = files.further ?? files.syndromes;
  // Of the plan that was made last, which is the one that is run.
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
    ...{ syndromes, received: present(files.syndromes, files.further), unit: "values/s", close },
    data: async () => present(await alices?.data(), await bobs?.data()),
    async plan(salt) {
      made = syndromes === undefined ? await newValueStream(options, files, salt) : receivedValues(options, syndromes);
      const { decoder = CV_DECODER, iterations } = options;
      const spec = readDecoder(iterations === undefined ? decoder : `${decoder} iterations=${iterations}`);
      const parameter = (await readSnr(options)) ?? made.stream.gaussian.snr;
      const header = {
        ...{ stream: made.stream, resolution, received: syndromes?.id },
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
    summarise: ({ header }, { files: paths, verdict, messages }, timing, totals) =>
      summariseValues(made!.stream, runId(header), paths, timing, {
        ...{ totals, decoding: header.decoding, estimate: made!.estimate },
        ...{ key: verdict && keySummary(verdict, reference !== undefined), security, messages },
      }),
  };
}

async function openFiles(
  task: BlockTask,
  options: ReconcileArguments,
  files: Files,
  resolution: number | undefined,
): Promise<void> {
  const open = async (path: string, expected?: Parameters<typeof openValueFile>[1]) => {
    const file = await openValueFile(path, expected);
    files.open.push(file);
    return file;
  };
  const look = async (file: ValueFile) => ({ file, moments: await valueMoments(file) });
  if (task.kind === "decoding") {
    files.syndromes = await RecordReader.open(task.syndromes, SYNDROMES);
    files.open.push(files.syndromes);
    requireKind(options, files.syndromes.header, task.syndromes);
    if (task.further !== undefined) {
      files.further = await openRetry(task.further, files.syndromes);
      files.open.push(files.further);
    }
    const { values } = valueHeader(files.syndromes.header).gaussian;
    files.decoding = await look(await open(task.decoding, { values, of: task.syndromes }));
    return;
  }
  const reference = await open(task.reference);
  // Lengths first: looking at all values may take a while.
  const decoding =
    task.kind === "both" ? await open(task.decoding, { values: reference.values, of: task.reference }) : undefined;
  files.reference = await look(reference);
  if (resolution === undefined) requireContinuous(files.reference.moments, task.reference);
  else await requireStep(reference, resolution);
  files.decoding = decoding && (await look(decoding));
}

/**
 * The stream that the reference end's options ask for.
 * @throws InputError naming the option that is missing or wrong, or as `estimateCorrelation`.
 */
async function newValueStream(options: ReconcileArguments, files: Files, salt?: string): Promise<ValuePlan> {
  const { code } = options;
  if (code === undefined) throw new InputError("no code given: say --code");
  const values = files.reference!.file.values;
  const { agreed, parameters } = agree(options, loadColumns(code, options), givenPositions(options), salt);
  const { keyBits, syndromeLeakage } = gaussianLayout(parameters);
  if (syndromeLeakage >= keyBits) {
    throw new InputError(`--code ${code}: ${syndromeLeakage} syndrome bits tell all of ${keyBits} bits of a block`);
  }
  const disclosed = options.disclose === undefined ? 0 : integerOption("disclose", options.disclose, 2);
  const disclosure = disclosureOf(values, disclosed, agreed.salt);
  const blocks = Math.floor((disclosure.kept * 8) / keyBits);
  if (blocks === 0) {
    throw new InputError(`has ${8 * disclosure.kept} values to reconcile, but a block of ${code} takes ${keyBits}`, {
      file: files.reference!.file.path,
    });
  }
  const { snr, estimate } = await knownSnr(options, files, disclosure);
  const gaussian = { snr, values, disclosed };
  return { stream: { ...agreed, gaussian, bits: blocks * keyBits, blocks }, parameters, disclosure, estimate };
}

function receivedValues(options: ReconcileArguments, { header, path }: RecordReader<StreamHeader>): ValuePlan {
  const plan = receivedStream(options, valueHeader(header), path);
  // What is wrong with it would be wrong with the code.
  gaussianLayout(plan.parameters);
  const { values, disclosed } = plan.stream.gaussian;
  return { ...plan, disclosure: disclosureOf(values, disclosed, plan.stream.salt) };
}

async function knownSnr(
  options: ReconcileArguments,
  { reference, decoding }: Files,
  disclosure: Disclosure,
): Promise<{ snr: number; estimate?: CorrelationEstimate }> {
  const snr = await readSnr(options);
  if (snr !== undefined) {
    if (options.disclose === undefined) return { snr };
    throw new InputError("--snr and --disclose are given: say the SNR, or have it estimated");
  }
  if (options.disclose === undefined || decoding === undefined) {
    throw new InputError(
      "no --snr given: say it, for example 0.161, or with both ends here --disclose 10 to estimate it",
    );
  }
  const estimate = await estimateDisclosed(
    new ValueSequence(decoding.file, decoding.moments, disclosure),
    new ValueSequence(reference!.file, reference!.moments, disclosure),
    disclosure,
  );
  return { snr: estimate.snr, estimate };
}

/** The choice is of the salt, which is drawn when the values are there. */
function disclosureOf(values: number, every: number, salt: string): Disclosure {
  return new Disclosure(values, every, [Number.parseInt(salt.slice(0, 8), 16), Number.parseInt(salt.slice(8, 16), 16)]);
}

async function readSnr({ snr }: ReconcileArguments): Promise<number | undefined> {
  if (snr === undefined) return undefined;
  const value = await evaluateNumber(snr, "--snr");
  if (!(value > 0)) throw new InputError(`--snr ${snr}: it is above 0, linear and not in decibels`);
  return value;
}

async function readResolution(task: BlockTask, { resolution }: ReconcileArguments): Promise<number | undefined> {
  if (resolution === undefined) return undefined;
  if (task.kind === "decoding")
    throw new InputError("--resolution is for Bob, whose values are the reference: leave it out");
  const value = await evaluateNumber(resolution, "--resolution");
  if (!(value > 0)) throw new InputError(`--resolution ${resolution}: it is above 0`);
  return value;
}

/** The header as one of values, which `requireKind` has found. */
function valueHeader(stream: StreamHeader): ValueStreamHeader {
  if (!isOfValues(stream)) throw new Error("a stream of bits among values");
  return stream;
}
