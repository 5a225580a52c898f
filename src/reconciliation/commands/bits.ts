import { integerOption } from "../../cli/command-line/option.ts";
import { readDecoder } from "../../index.ts";
import { alice, bob } from "../core/bits.ts";
import { RECONCILIATION_DECODER } from "../core/layout.ts";
import { type BitFile, openBitFile } from "../files/bit-file.ts";
import { bitIdentity } from "../files/data-identity.ts";
import { isOfValues } from "../files/headers.ts";
import { failedBits, failedMessages } from "../files/retry.ts";
import { bitBlocks, decodingSide, interleavedBits, referenceSide } from "../files/sides.ts";
import type { DataKind } from "./input.ts";
import { newBitStream, readQber } from "./plan.ts";

/** Sifted bits: Alice's are the reference. */
export const BITS: DataKind<BitFile> = {
  unit: "bit/s",
  decoder: RECONCILIATION_DECODER,
  length: ({ bits }) => bits,
  identityOf: bitIdentity,
  async open(files, { reference, decoding, syndromes }, options) {
    const { inputFormat: format } = options;
    const open = async (path: string, expected?: { readonly bits: number; readonly of: string }) => {
      const file = await openBitFile(path, { expected, format });
      files.open.push(file);
      return file;
    };
    if (files.syndromes !== undefined) {
      files.decoding = await open(decoding!, { bits: files.syndromes.header.bits, of: syndromes! });
      return;
    }
    const bits = options.bits === undefined ? undefined : integerOption("bits", options.bits, 1);
    files.reference = await open(reference!, bits === undefined ? undefined : { bits, of: "--bits" });
    if (decoding === undefined) return;
    files.decoding = await open(decoding, { bits: files.reference.bits, of: reference! });
  },
  begin: (options, { reference }, drawn) => newBitStream(options, reference!.bits, drawn),
  check: () => {},
  async parameter(options, stream) {
    if (isOfValues(stream)) throw new Error("a stream of values among bits");
    return (await readQber(options)) ?? stream.qber;
  },
  sides({ reference, decoding }, engine, { stream, parameters, header }, retry) {
    const sender = reference && alice(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && bob(engine, parameters, readDecoder(decoder!), parameter!);
    const ordered = decoding && interleavedBits(decoding, stream);
    return {
      ends: [sender, receiver],
      reference:
        sender &&
        referenceSide(
          sender,
          bitBlocks(interleavedBits(reference, stream), stream),
          async (blocks) => ({ message: await sender.encode(blocks), bits: blocks.bits }),
          stream,
        ),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          bitBlocks(retry ? failedBits(ordered!, retry) : ordered!, stream),
          (blocks, message) => receiver.correct(blocks, message),
          stream,
          retry && ((first, count) => failedMessages(retry, first, count)),
        ),
    };
  },
};
