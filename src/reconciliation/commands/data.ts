import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { type Code, InputError, readDecoder } from "../../index.ts";
import {
  alice,
  type Blocks,
  type Bob,
  bob,
  decodingEnd,
  ditherValues,
  drawPrivateBits,
  fillRandom,
  gaussianLayout,
  type PrivateBits,
  type ReferenceMessage,
  referenceEnd,
} from "../core/ends.ts";
import { correlationOf, type Disclosure } from "../core/estimation.ts";
import { choosePositions, disclosedPositions, type FurtherDisclosure } from "../core/layout.ts";
import { binaryEntropy } from "../core/secret-key.ts";
import { type BitFile, interleavedBits, openBitFile } from "../files/bit-file.ts";
import {
  type GaussianHeader,
  isOfValues,
  joinMessages,
  keyBitsOf,
  type StreamHeader,
  splitMessages,
  type ValueStreamHeader,
} from "../files/headers.ts";
import { bitIdentity, valueIdentity } from "../files/ledger.ts";
import {
  disclosedOf,
  disclosureOf,
  openDisclosed,
  openValueFile,
  receivedValues,
  requireContinuous,
  requireStep,
  sumDisclosed,
  type ValueFile,
  type ValueMoments,
  ValueSequence,
  valueMoments,
} from "../files/value-file.ts";
import type { KeyOptions } from "./options.ts";
import { agree, loadColumns, newBitStream, type StreamPlan } from "./plan.ts";
import { disclosedSyndromes, failedBits, failedMessages, failedValues, packedAt, type RetryFiles } from "./retry.ts";
import type { DataKind, InputFiles, Sides } from "./run.ts";
import { linkHeader, linkOf, linkOptions, requireModulation } from "./secret.ts";

/** Reads consecutive blocks of these lengths, of bits or of values. */
type BlockReader<Data> = (first: number, lengths: readonly number[]) => Promise<Data>;

/** A reference end with its data. @param encode of the end; it gives the bits of the key too. */
function referenceSide<Data extends object>(
  end: Pick<NonNullable<Sides["reference"]>, "blocksMaximum" | "release">,
  stream: StreamHeader,
  read: BlockReader<Data>,
  encode: (blocks: Data & PrivateBits) => Promise<{ message: Parameters<typeof joinMessages>[0]; bits: Uint8Array }>,
): NonNullable<Sides["reference"]> {
  let before: Promise<unknown> = Promise.resolve();
  return {
    blocksMaximum: end.blocksMaximum,
    release: end.release,
    async encode(first, lengths) {
      const privateBits = drawPrivateBits(lengths.length, stream.punctured, fillRandom);
      // Batches in flight are read one after the other: so bits are drawn in the order of the blocks.
      const reading = before.then(() => read(first, lengths));
      before = reading.catch(() => {});
      const { message, bits } = await encode({ ...(await reading), privateBits });
      return { payloads: joinMessages(message, stream), bits, privateBits };
    },
  };
}

/** A decoding end with its data. @param retry has the messages of a retry, which stand in two files. */
function decodingSide<Data>(
  end: Pick<NonNullable<Sides["decoding"]>, "blocksMaximum" | "release">,
  stream: StreamHeader,
  read: BlockReader<Data>,
  decode: (blocks: Data, message: ReferenceMessage) => ReturnType<NonNullable<Sides["decoding"]>["decode"]>,
  retry: RetryFiles | undefined,
): NonNullable<Sides["decoding"]> {
  return {
    blocksMaximum: end.blocksMaximum,
    release: end.release,
    async decode(first, lengths, payloads) {
      const blocks = await read(first, lengths);
      const message = retry ? await failedMessages(retry, first, lengths.length) : splitMessages(payloads, stream);
      return decode(blocks, message);
    },
  };
}

/** Share of a block's syndrome that a blind step tells: f grows by as much. */
const BLIND_STEP = 0.01;

/**
 * Blind reconciliation of blocks that failed (J. Martinez-Mateo, D. Elkouss, V. Martin, "Blind reconciliation", 2012):
 * Alice tells private bits of punctured positions, step by step and the same positions of all failed blocks, and Bob
 * decodes the same words again.
 * @param endOf Bob's end that knows some of the private bits.
 * @param most private bits of a block that are told.
 */
function blindSteps(
  endOf: (disclosed: FurtherDisclosure) => Bob,
  {
    stream,
    code,
    read,
    most,
  }: { readonly stream: StreamHeader; readonly code: Code; readonly read: BlockReader<Blocks>; readonly most: number },
): NonNullable<Sides["blind"]> {
  const { punctured, shortened, seed } = stream;
  const root = choosePositions(code, punctured, shortened, seed);
  const step = Math.ceil(BLIND_STEP * (code.matrix.rows - punctured));
  const ends = new Map<number, ReturnType<typeof knowing>>();
  const knowing = (bits: number) => {
    const disclosed = { punctured: bits, groups: 0 };
    const positions = disclosedPositions(root, disclosed, seed);
    return { end: endOf(disclosed), positions, takeOut: disclosedSyndromes(code, root, positions) };
  };
  return {
    async tell(first, lengths, payloads, privateBits, decoded) {
      const [told, steps] = [new Uint32Array(lengths.length), new Uint32Array(lengths.length)];
      const [payload, secret] = [payloads, privateBits].map((bytes) => bytes.length / lengths.length);
      for (let bits = 0; bits < most && decoded.verified.includes(0); ) {
        bits = Math.min(most, bits + step);
        const found = ends.get(bits) ?? knowing(bits);
        ends.set(bits, found);
        const { end, positions, takeOut } = found;
        for (let from = 0, to = 0; from < lengths.length; from = to) {
          // Consecutive failed blocks, as many as the end takes.
          for (to = from; decoded.verified[to] === 0 && to - from < end.blocksMaximum; ) to++;
          if (to === from) {
            to++;
            continue;
          }
          const message = splitMessages(payloads.subarray(from * payload, to * payload), stream);
          const bytes = message.syndromes.length / (to - from);
          for (let i = from; i < to; i++) {
            const row = message.syndromes.subarray((i - from) * bytes, (i - from + 1) * bytes);
            takeOut(row, packedAt(privateBits.subarray(i * secret, (i + 1) * secret), positions.punctured));
          }
          const again = await end.correct(await read(first + from, lengths.slice(from, to)), message);
          decoded.bits.set(again.bits, (from * decoded.bits.length) / lengths.length);
          decoded.verified.set(again.verified, from);
          decoded.converged.set(again.converged, from);
          decoded.corrected?.set(again.corrected, from);
          for (let i = from; i < to; i++) {
            decoded.iterations[i] += again.iterations[i - from];
            told[i] = bits;
            steps[i]++;
          }
        }
      }
      return { told, steps };
    },
    release() {
      for (const { end } of ends.values()) end.release();
    },
  };
}

/** Sifted bits: Alice's are the reference. */
export const BITS: DataKind<BitFile> = {
  unit: "bit/s",
  length: ({ bits }) => bits,
  identityOf: bitIdentity,
  async open(files, { reference, decoding, syndromes }, { options, opened }) {
    const { inputFormat: format, bits } = options;
    const open = async (path: string, expected?: { readonly bits: number; readonly of: string }) =>
      opened(await openBitFile(path, { expected, format }));
    if (files.syndromes !== undefined) {
      files.decoding = await open(decoding!, { bits: files.syndromes.header.bits, of: syndromes! });
      return;
    }
    files.reference = await open(reference!, bits === undefined ? undefined : { bits, of: "--bits" });
    if (decoding === undefined) return;
    files.decoding = await open(decoding, { bits: files.reference.bits, of: reference! });
  },
  begin: async (options, { reference }, drawn) => newBitStream(options, reference!.bits, drawn),
  check: () => {},
  parameter(options, stream) {
    if (isOfValues(stream)) throw new Error("a stream of values among bits");
    return options.qber ?? stream.qber;
  },
  sides({ reference, decoding }, engine, { stream, parameters, header }, { largestEfficiency }, retry) {
    const keyBits = keyBitsOf(stream);
    const blocksOf = (input: BitFile) => async (first: number, lengths: readonly number[]) => {
      const bits = await input.read(first * keyBits, lengths, Math.ceil(keyBits / 8));
      const last = lengths[lengths.length - 1];
      return { first, count: lengths.length, bits, ...(last < keyBits && { lastBits: last }) };
    };
    const sender = reference && alice(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && bob(engine, parameters, readDecoder(decoder!), parameter!);
    const ordered = decoding && interleavedBits(decoding, stream);
    // The most private bits that may be told of a block.
    const { punctured } = stream;
    const most =
      largestEfficiency === undefined
        ? punctured
        : Math.floor(largestEfficiency * keyBits * binaryEntropy(parameter ?? 0)) - (stream.code.checks - punctured);
    return {
      ...(sender &&
        receiver &&
        most > 0 && {
          blind: blindSteps(
            (disclosed) => bob(engine, { ...parameters, disclosed }, readDecoder(decoder!), parameter!),
            { stream, code: parameters.code, read: blocksOf(ordered!), most: Math.min(most, punctured) },
          ),
        }),
      reference:
        sender &&
        referenceSide(sender, stream, blocksOf(interleavedBits(reference, stream)), async (blocks) => ({
          message: await sender.encode(blocks),
          bits: blocks.bits,
        })),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          stream,
          blocksOf(retry ? failedBits(ordered!, retry) : ordered!),
          (blocks, message) => receiver.correct(blocks, message),
          retry,
        ),
    };
  },
};

/** A file of values with its statistics. */
type Values = ValueFile & { readonly moments: ValueMoments };

/** Gaussian values, in reverse reconciliation: Bob's are the reference. */
export const VALUES: DataKind<Values> = {
  unit: "values/s",
  length: ({ values }) => values,
  identityOf: valueIdentity,
  /** Quantised values of the reference end are refused without --resolution. */
  async open(files, { reference: referencePath, decoding: decodingPath, syndromes, disclosed }, work) {
    const { opened, options } = work;
    const { resolution } = options;
    const open = async (path: string, expected?: Parameters<typeof openValueFile>[1]) =>
      opened(await openValueFile(path, expected));
    const withMoments = async (file: ValueFile): Promise<Values> => ({ ...file, moments: await valueMoments(file) });
    if (files.syndromes !== undefined) {
      const { values } = valueHeader(files.syndromes.header).gaussian;
      files.decoding = await withMoments(await open(decodingPath!, { values, of: syndromes! }));
      return;
    }
    if (disclosed !== undefined) files.disclosed = opened(await openDisclosed(disclosed));
    const message = files.disclosed && { values: files.disclosed.header.values, of: files.disclosed.path };
    const reference = await open(referencePath!, message);
    // Lengths are compared first, since reading all values may take a while.
    const decoding = decodingPath && (await open(decodingPath, { values: reference.values, of: referencePath! }));
    files.reference = await withMoments(reference);
    if (resolution === undefined) requireContinuous(files.reference.moments, referencePath!);
    else await requireStep(reference, resolution);
    if (decoding) files.decoding = await withMoments(decoding);
  },
  begin: newValueStream,
  /** @throws InputError as `gaussianLayout` and `estimateLink`. */
  check({ stream, parameters }, file) {
    // A fault in the layout would be a fault of the code.
    gaussianLayout(parameters);
    try {
      linkOf(valueHeader(stream).gaussian);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`its link: ${error.message}`, { file });
      throw error;
    }
  },
  /** @throws InputError as `correlationOf`. */
  parameter(options, stream) {
    const snr = options.snr ?? valueHeader(stream).gaussian.snr;
    correlationOf(snr);
    return snr;
  },
  sides({ reference, decoding }, engine, { stream, parameters, header }, _, retry) {
    const { gaussian, salt } = valueHeader(stream);
    const disclosure = disclosureOf(gaussian.values, gaussian.disclosed, gaussian.message?.seed ?? salt);
    const sequence = (data: Values) => new ValueSequence(data, data.moments, disclosure);
    const groups = keyBitsOf(stream) / OCTONION;
    // Digitised values of the reference end are dithered by their step in the unit of the file.
    const blocksOf = (input: ValueSequence, step?: number) => async (first: number, lengths: readonly number[]) => {
      const count = lengths.length;
      const values = await input.read({ first: first * groups, count: count * groups });
      if (step !== undefined) ditherValues(values, step / input.moments.deviation);
      return { first, count, values };
    };
    const sender = reference && referenceEnd(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && decodingEnd(engine, parameters, readDecoder(decoder!), correlationOf(parameter!));
    return {
      reference:
        sender &&
        referenceSide(sender, stream, blocksOf(sequence(reference), header.resolution), (blocks) =>
          sender.encode(blocks),
        ),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          stream,
          retry ? failedValues(sequence(decoding), retry) : blocksOf(sequence(decoding)),
          (blocks, message) => receiver.decode(blocks, message),
          retry,
        ),
    };
  },
};

/**
 * The stream from the reference end's options.
 * @throws InputError with the name of a missing or wrong option, or as `estimateCorrelation` and `estimateLink`.
 */
async function newValueStream(
  options: KeyOptions,
  files: InputFiles<Values>,
  drawn?: { readonly salt: string },
): Promise<StreamPlan<ValueStreamHeader>> {
  const { code } = options;
  if (code === undefined) throw new InputError("no code given: give --code");
  const { values, path: file } = files.reference!;
  const unsent = { punctured: 0, shortened: 0 };
  const { agreed, parameters } = agree(options, loadColumns(code, options), unsent, drawn?.salt);
  const { keyBits, syndromeLeakage } = gaussianLayout(parameters);
  if (syndromeLeakage >= keyBits) {
    throw new InputError(`--code ${code}: ${syndromeLeakage} syndrome bits tell all of ${keyBits} bits of a block`);
  }
  const message = files.disclosed?.header;
  const disclosed = message?.every ?? options.disclose ?? 0;
  // The salt and the seed of the message were drawn when the values existed.
  const disclosure = disclosureOf(values, disclosed, message?.seed ?? agreed.salt);
  const blocks = Math.floor((disclosure.kept * OCTONION) / keyBits);
  if (blocks === 0) {
    const left = `has ${OCTONION * disclosure.kept} values to reconcile, but a block of ${code} takes ${keyBits}`;
    throw new InputError(left, { file });
  }
  const gaussian = { values, disclosed, ...(message && { message }), ...(await knownLink(options, files, disclosure)) };
  // An invalid link is refused before any work.
  linkOf(gaussian);
  return { stream: { ...agreed, gaussian, bits: blocks * keyBits, blocks }, parameters };
}

/** The link from the options or from disclosed values. */
async function knownLink(
  options: KeyOptions,
  { reference, decoding, disclosed: message }: InputFiles<Values>,
  disclosure: Disclosure,
): Promise<Pick<GaussianHeader, "snr" | "link">> {
  const { snr } = options;
  const option = options.disclosed === undefined ? "disclose" : "disclosed";
  if (snr !== undefined) {
    correlationOf(snr);
    if (options[option] === undefined) return { snr };
    throw new InputError(`--snr and --${option} are given: give the SNR, or let it be estimated`);
  }
  if (options[option] === undefined || (decoding === undefined && message === undefined)) {
    throw new InputError(
      "no --snr given: give it, for example 0.161, or --disclosed with the file of the other end, or with both ends here --disclose 10 to estimate it",
    );
  }
  const link = linkOptions(options);
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

/** The header with the type of a stream of values. `requireKind` has checked it. */
function valueHeader(stream: StreamHeader): ValueStreamHeader {
  if (!isOfValues(stream)) throw new Error("a stream of bits among values");
  return stream;
}
