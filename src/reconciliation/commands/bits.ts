import { integerOption } from "../../cli/options/values.ts";
import { decoderText, readDecoder } from "../../index.ts";
import { decoderFile } from "../../node/disk/bounded-text.ts";
import { alice, type Bob, bob } from "../core/bits.ts";
import { RECONCILIATION_DECODER } from "../core/layout.ts";
import { type BitFile, openBitFile } from "../files/bit-file.ts";
import { bitIdentity } from "../files/data-identity.ts";
import { type BitStreamHeader, isOfValues, runId, type StreamHeader, SYNDROMES } from "../files/headers.ts";
import { RecordReader } from "../files/record-file.ts";
import { retryBobSide } from "../files/retry.ts";
import { aliceSide, bitBatchBlocks, bobSide, type DecodingSide, interleavedBits } from "../files/sides.ts";
import { keySummary } from "./messages.ts";
import type { ReconcileArguments } from "./options.ts";
import { newBitStream, openRetry, readQber, receivedStream, requireKind, retryFiles, type StreamPlan } from "./plan.ts";
import { type BlockFiles, identified, present, type ReconcileInput } from "./run.ts";
import { readSecurity } from "./secret.ts";
import { summarise } from "./summary.ts";

interface Files {
  alice?: BitFile;
  bob?: BitFile;
  /** Syndrome files of the first run and of a retry. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
}

/** Opens Alice's and Bob's sifted bits. @throws InputError for files that cannot be read or do not fit. */
export async function openBits(paths: BlockFiles, options: ReconcileArguments): Promise<ReconcileInput> {
  const security = await readSecurity(options);
  const files: Files = {};
  const close = async () => {
    for (const file of Object.values(files)) await file?.close();
  };
  try {
    await openFiles(paths, options, files);
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
      summarise(stream, runId(header), made.files, timing, {
        totals,
        decoding: header.decoding,
        key: made.verdict && keySummary(made.verdict, files.alice !== undefined),
        secretKey: made.secretKey,
        messages: made.messages,
      }),
  };
}

async function openFiles(paths: BlockFiles, options: ReconcileArguments, files: Files): Promise<void> {
  const { inputFormat: format } = options;
  if (paths.syndromes !== undefined) {
    files.syndromes = await RecordReader.open(paths.syndromes, SYNDROMES);
    const { header } = files.syndromes;
    requireKind(options, header, paths.syndromes);
    if (paths.further !== undefined) files.further = await openRetry(paths.further, files.syndromes);
    files.bob = await openBitFile(paths.decoding!, { expected: { bits: header.bits, of: paths.syndromes }, format });
    return;
  }
  const bits = options.bits === undefined ? undefined : integerOption("bits", options.bits, 1);
  const expected = bits === undefined ? undefined : { bits, of: "--bits" };
  files.alice = await openBitFile(paths.reference!, { expected, format });
  if (paths.decoding !== undefined) {
    const same = { bits: files.alice.bits, of: paths.reference! };
    files.bob = await openBitFile(paths.decoding, { expected: same, format });
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
