import { evaluateNumber } from "../../../cli/options/expression.ts";
import { decoderText, readDecoder } from "../../../decoder/decoder.ts";
import { InputError } from "../../../errors.ts";
import { decoderFile } from "../../../node/disk/bounded-text.ts";
import { correlationOf } from "../../core/correlation.ts";
import { type DecodingEnd, decodingEnd } from "../../core/decoding-end.ts";
import { referenceEnd } from "../../core/reference-end.ts";
import { valueIdentity } from "../../files/data-identity.ts";
import { openDisclosed } from "../../files/messages/disclosed-file.ts";
import { runId, SYNDROMES } from "../../files/messages/headers.ts";
import { RecordReader } from "../../files/messages/record-reader.ts";
import { retryDecodingSide } from "../../files/retry-sides.ts";
import type { DecodingSide } from "../../files/stream.ts";
import { openValueFile, type ValueFile } from "../../files/value-file.ts";
import { requireContinuous, requireStep, ValueSequence, valueMoments } from "../../files/value-sequence.ts";
import { decodingSide, referenceSide, valueBatchBlocks } from "../../files/value-sides.ts";
import { identified, present } from "./data.ts";
import { keySummary } from "./key-summary.ts";
import { type BlockTask, CV_DECODER, type ReconcileArguments } from "./options.ts";
import { openRetry, requireKind, retryFiles, type StreamPlan } from "./plan.ts";
import type { ReconcileInput } from "./run.ts";
import { readSecurity, requireOneLink } from "./secret.ts";
import {
  newValueStream,
  readSnr,
  receivedValueStream,
  type ValueFiles,
  type ValuePlan,
  type Values,
  valueHeader,
} from "./value-plan.ts";
import { summariseValues, type ValueSummary } from "./value-summary.ts";

/**
 * Opens Alice's and Bob's Gaussian values.
 * @throws InputError for files that cannot be read or do not fit, values that are not finite, and quantised values without --resolution.
 */
export async function openValues(task: BlockTask, options: ReconcileArguments): Promise<ReconcileInput<ValueSummary>> {
  const security = await readSecurity(options);
  const files: ValueFiles = { open: [] };
  const close = async () => {
    for (const file of files.open) await file.close();
  };
  const resolution = await openFiles(task, options, files).catch(async (error) => {
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
      summariseValues(made!.stream, runId(header), paths, timing, {
        totals,
        decoding: header.decoding,
        key: verdict && keySummary(verdict, reference !== undefined),
        secretKey,
        messages,
      }),
  };
}

/** Opens the files of a task, which `files` then has. @returns the step of Bob's quantised values. */
async function openFiles(task: BlockTask, options: ReconcileArguments, files: ValueFiles): Promise<number | undefined> {
  const resolution = await readResolution(options);
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
    return resolution;
  }
  if (task.kind === "reference" && task.disclosed !== undefined) {
    files.disclosed = await openDisclosed(task.disclosed);
    files.open.push(files.disclosed);
  }
  const reference = await open(
    task.reference,
    files.disclosed && { values: files.disclosed.header.values, of: files.disclosed.path },
  );
  // Lengths are compared first, since reading all values may take a while.
  const decoding =
    task.kind === "both" ? await open(task.decoding, { values: reference.values, of: task.reference }) : undefined;
  files.reference = await look(reference);
  if (resolution === undefined) requireContinuous(files.reference.moments, task.reference);
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
