import { integerOption } from "../../../cli/options/values.ts";
import { decoderText, readDecoder } from "../../../decoder/decoder.ts";
import { decoderFile } from "../../../node/disk/bounded-text.ts";
import { alice } from "../../core/alice.ts";
import { type Bob, bob } from "../../core/bob.ts";
import { RECONCILIATION_DECODER } from "../../core/parameters.ts";
import { type BitFile, openBitFile } from "../../files/bit-file.ts";
import { aliceSide, bitBatchBlocks, bobSide } from "../../files/bit-sides.ts";
import { bitIdentity } from "../../files/data-identity.ts";
import { interleavedBits } from "../../files/interleaved-bits.ts";
import { type BitStreamHeader, isOfValues, runId, type StreamHeader, SYNDROMES } from "../../files/messages/headers.ts";
import { RecordReader } from "../../files/messages/record-reader.ts";
import { retryBobSide } from "../../files/retry-sides.ts";
import type { DecodingSide } from "../../files/stream.ts";
import { identified, present } from "./data.ts";
import { keySummary } from "./key-summary.ts";
import type { BlockTask, ReconcileArguments } from "./options.ts";
import { newBitStream, openRetry, readQber, receivedStream, requireKind, retryFiles, type StreamPlan } from "./plan.ts";
import type { ReconcileInput } from "./run.ts";
import { readSecurity } from "./secret.ts";
import { type ReconcileSummary, summarise } from "./summary.ts";

interface Files {
  alice?: BitFile;
  bob?: BitFile;
  /** Syndrome files of the first run and of a retry. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
}

/** Opens Alice's and Bob's sifted bits. @throws InputError for files that cannot be read or do not fit. */
export async function openBits(
  task: BlockTask,
  options: ReconcileArguments,
): Promise<ReconcileInput<ReconcileSummary>> {
  const security = await readSecurity(options);
  const files: Files = {};
  const close = async () => {
    for (const file of Object.values(files)) await file?.close();
  };
  try {
    await openFiles(task, options, files);
  } catch (error) {
    await close();
    throw error;
  }
  const syndromes = files.further ?? files.syndromes;
  const alices = identified("alice", files.alice, bitIdentity);
  const bobs = identified("bob", files.bob, bitIdentity);
  return {
    ends: { reference: files.alice !== undefined, decoding: files.bob !== undefined },
    syndromes,
    received: present(files.syndromes, files.further),
    unit: "bit/s",
    security,
    close,
    data: async () => present(await alices?.data(), await bobs?.data()),
    async plan(drawn) {
      const plan =
        syndromes === undefined
          ? await newBitStream(options, files.alice!.bits, drawn)
          : receivedStream(options, bitHeader(syndromes.header), syndromes.path);
      const spec = readDecoder(options.decoder ?? RECONCILIATION_DECODER, decoderFile);
      const parameter = (await readQber(options)) ?? plan.stream.qber;
      const header = {
        stream: plan.stream,
        received: syndromes?.id,
        files: { reference: await alices?.header(files.alice!.bits), decoding: await bobs?.header(files.bob!.bits) },
        decoding: files.bob && { decoder: decoderText(spec), parameter },
      };
      return { ...plan, header };
    },
    sides(engine, { stream, parameters, header }) {
      const sender = files.alice && alice(engine, parameters);
      const { decoder, parameter } = header.decoding ?? {};
      const receiver = files.bob && bob(engine, parameters, readDecoder(decoder!), parameter!);
      return {
        reference: sender && aliceSide(sender, interleavedBits(files.alice!, stream), stream),
        decoding: receiver && decodingBob(receiver, files, { stream, parameters }),
        batchBlocks: bitBatchBlocks(stream),
        release() {
          sender?.release();
          receiver?.release();
        },
      };
    },
    summarise: ({ stream, header }, made, timing, totals) =>
      summarise(bitHeader(stream), runId(header), made.files, timing, {
        totals,
        decoder: header.decoding?.decoder,
        key: made.verdict && keySummary(made.verdict, files.alice !== undefined),
        secretKey: made.secretKey,
        messages: made.messages,
      }),
  };
}

async function openFiles(task: BlockTask, options: ReconcileArguments, files: Files): Promise<void> {
  const { inputFormat: format } = options;
  if (task.kind === "decoding") {
    files.syndromes = await RecordReader.open(task.syndromes, SYNDROMES);
    const { header } = files.syndromes;
    requireKind(options, header, task.syndromes);
    if (task.further !== undefined) files.further = await openRetry(task.further, files.syndromes);
    files.bob = await openBitFile(task.decoding, { expected: { bits: header.bits, of: task.syndromes }, format });
    return;
  }
  const bits = options.bits === undefined ? undefined : integerOption("bits", options.bits, 1);
  const expected = bits === undefined ? undefined : { bits, of: "--bits" };
  files.alice = await openBitFile(task.reference, { expected, format });
  if (task.kind === "both") {
    const same = { bits: files.alice.bits, of: task.reference };
    files.bob = await openBitFile(task.decoding, { expected: same, format });
  }
}

/** Bob's end with his bits, for all blocks or for the retried blocks. */
function decodingBob(end: Bob, { bob, syndromes, further }: Files, { stream, parameters }: StreamPlan): DecodingSide {
  const bits = interleavedBits(bob!, stream);
  if (further === undefined) return bobSide(end, bits, stream);
  return retryBobSide(end, bits, retryFiles(syndromes!, further, parameters.code));
}

/** The header with the type of a stream of bits. `requireKind` has checked it. */
function bitHeader(stream: StreamHeader): BitStreamHeader {
  if (isOfValues(stream)) throw new Error("a stream of values among bits");
  return stream;
}
