import { createHash } from "node:crypto";
import { philox } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import { codeEncoder } from "../../code/encoder.ts";
import { channelLlr } from "../../decoder/channel-llr.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { type DecoderOptions, specOptions } from "../../decoder/option.ts";
import { checkNodeRules } from "../../decoder/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { cpuEngine } from "../../engine/cpu/engine.ts";
import { type DecodedFrames, decodeFrames } from "../../engine/decode.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { loadCode } from "../codes/codes.ts";

/** The outcome of one decoder on a device. */
export interface DeviceFinding {
  readonly rule: string;
  /** The decoder with all its options. */
  readonly decoder: string;
  readonly code: string;
  readonly frames: number;
  /** Frames whose symbols, iterations or verdict are others than the CPU engine's. */
  readonly differing: number;
  /** Whether the rule promises equal bits on every device; else numbers within a tolerance. */
  readonly isExact: boolean;
  /** The error's text, if the device failed. */
  readonly failure?: string;
  readonly isGood: boolean;
}

/** The outcome of all decoders. */
export interface DeviceReport {
  readonly findings: readonly DeviceFinding[];
  /** Decoders that this device, or every code here, has no form for, with the reason. */
  readonly leftOut: readonly { readonly decoder: string; readonly reason: string }[];
  /** SHA-256 of the device's outputs of all exact decoders: the same on every device of one version. */
  readonly digest: string;
}

/** Codes to try in turn until a decoder takes one: of symbols and of bits, quasi-cyclic and unstructured. */
const CODES = {
  symbol: ["beidou-96-48-gf64", "tiny12-gf8", "tiny20-gf2"],
  bit: ["wimax-576-288", "ccsds-128-64", "nr-bg2-z8", "tiny20-gf2"],
};
/** Frames of a decoder: two lane words of every packed format; over GF(q) they cost q times as much. */
const FRAMES = { symbol: 16, bit: 64 };
/** Decoders in flight: drivers compile their kernels, and the CPU engine decodes, on several cores. */
const IN_FLIGHT = 16;
/** Largest share of frames of a decoder with a tolerance that may decide otherwise. */
const TOLERATED = 1 / 8;

/**
 * Every check-node rule with every value of its options, messages and schedules crossed: the specs that a device is tested with. A value
 * that only goes with a value of another option stands beside it.
 */
export function deviceSpecs(): DecoderSpec[] {
  const texts = Object.entries(checkNodeRules).flatMap(([name, rule]) => {
    const table: DecoderOptions = specOptions(rule);
    const all = (option: string) => table[option]?.choices ?? [];
    const crossed = all("messages").flatMap((messages) => all("schedule").map((schedule) => ({ messages, schedule })));
    const alone = Object.keys(table).flatMap((option) => all(option).map((value) => ({ [option]: value })));
    // A mapping may need a schedule: chip is for layered ones.
    const mapped = all("mapping").flatMap((mapping) => crossed.map((given) => ({ mapping, ...given })));
    return [{}, ...crossed, ...alone, ...mapped].map((given) => specText(name, table, given));
  });
  const specs = texts.flatMap((text) => unlessRefused(() => readDecoder(text)) ?? []);
  // Options that only change the speed are no part of the canonical text, and must change no bit.
  const distinct = new Map(specs.map((spec) => [JSON.stringify(spec), spec]));
  return [...distinct.values()];
}

/** A spec's text, with the values that an option requires of others. */
function specText(rule: string, table: DecoderOptions, given: Readonly<Record<string, string | undefined>>): string {
  const words = new Map<string, string>();
  const add = (option: string, value: string) => {
    const [other, wanted] = table[option].onlyWith ?? [];
    if (other !== undefined && given[other] === undefined) add(other, wanted!);
    words.set(option, value);
  };
  for (const [option, value] of Object.entries(given)) if (value !== undefined) add(option, value);
  return [rule, ...[...words].map(([option, value]) => `${option}=${value}`)].join(" ");
}

/**
 * Decodes the same frames on a device and on the CPU engine, by every decoder of `deviceSpecs`.
 * @param engine stays open.
 * @param tell receives each finding at once.
 * @param specs the decoders; tests pass fewer.
 * @param reference the CPU engine: compiling its kernels is most of the work, which processes of a pool share. Stays open.
 */
export async function testDevice(
  engine: Engine,
  tell: (finding: DeviceFinding) => void,
  specs: readonly DecoderSpec[] = deviceSpecs(),
  reference: Engine = cpuEngine(),
): Promise<DeviceReport> {
  const codes = new Map<string, { readonly code: Code; readonly values: Float32Array }>();
  const received = (name: string, frames: number) => {
    const key = `${name} ${frames}`;
    const known = codes.get(key);
    if (known !== undefined) return known;
    const code = loadCode(name);
    const made = { code, values: receivedValues(code, frames) };
    codes.set(key, made);
    return made;
  };
  /** The first code that the decoder and the device take, decoded on both; the reason if there is none. */
  const tried = async (
    spec: DecoderSpec,
  ): Promise<{ readonly finding: DeviceFinding; outputs?: DecodedFrames } | string> => {
    const { input, exactness } = checkNodeRules[spec.rule];
    let reason = "";
    for (const name of codesFor(spec)) {
      const frames = FRAMES[input];
      const { code, values } = received(name, frames);
      const llr = channelLlr(values, code, spec).llr as Float32Array<ArrayBuffer>;
      const [expected, found] = await Promise.allSettled([
        decodeFrames(reference, code, spec, llr),
        decodeFrames(engine, code, spec, llr),
      ]);
      const refused = [expected, found].find((each) => each.status === "rejected" && each.reason instanceof InputError);
      if (refused !== undefined) {
        reason = (refused as PromiseRejectedResult).reason.message;
        continue;
      }
      if (expected.status === "rejected") throw expected.reason;
      const isExact = exactness.devices === "bit-equal";
      const failed = found.status === "rejected";
      const differing = failed ? frames : differingFrames(expected.value, found.value, frames);
      const isGood = !failed && differing <= (isExact ? 0 : TOLERATED * frames);
      const failure = failed ? { failure: (found.reason as Error).message } : {};
      const finding = {
        rule: spec.rule,
        decoder: spoken(spec),
        code: name,
        frames,
        isExact,
        differing,
        isGood,
        ...failure,
      };
      return { finding, ...(isExact && !failed && { outputs: found.value }) };
    }
    return reason;
  };
  const digest = createHash("sha256");
  const findings: DeviceFinding[] = [];
  const leftOut: { decoder: string; reason: string }[] = [];
  const inFlight: ReturnType<typeof tried>[] = [];
  for (const [i, spec] of specs.entries()) {
    while (inFlight.length < Math.min(specs.length, i + IN_FLIGHT)) {
      const started = tried(specs[inFlight.length]);
      // It may fail before it is awaited.
      started.catch(() => {});
      inFlight.push(started);
    }
    const outcome = await inFlight[i];
    if (typeof outcome === "string") {
      leftOut.push({ decoder: spoken(spec), reason: outcome });
      continue;
    }
    const { finding, outputs } = outcome;
    findings.push(finding);
    tell(finding);
    if (outputs !== undefined) digest.update(`${finding.decoder} ${finding.code}\n`).update(outputBytes(outputs));
  }
  return { findings, leftOut, digest: digest.digest("hex") };
}

/** The codes to try: ordered statistics take long over large fields. */
function codesFor({ rule, options }: DecoderSpec): readonly string[] {
  const { input, iterates } = checkNodeRules[rule];
  if (input === "symbol" && (iterates === false || options.reprocess === "osd")) return CODES.symbol.slice(1);
  return CODES[input];
}

/** A decoder's text with the options that only change its speed. */
function spoken(spec: DecoderSpec): string {
  const { rule } = spec;
  const hows = Object.entries(spec.options).filter(([name]) => checkNodeRules[rule].options[name]?.how === true);
  return [decoderText(spec), ...hows.map(([name, value]) => `${name}=${value}`)].join(" ");
}

function differingFrames(expected: DecodedFrames, found: DecodedFrames, frames: number): number {
  const symbols = expected.symbols.length / frames;
  let differing = 0;
  for (let frame = 0; frame < frames; frame++) {
    const [first, end] = [frame * symbols, (frame + 1) * symbols];
    const equal = expected.symbols.subarray(first, end).every((symbol, i) => symbol === found.symbols[first + i]);
    const same =
      expected.iterations[frame] === found.iterations[frame] && expected.converged[frame] === found.converged[frame];
    if (!equal || !same) differing++;
  }
  return differing;
}

function outputBytes({ symbols, iterations, converged }: DecodedFrames): Uint8Array {
  const little = new DataView(new ArrayBuffer(4 * (symbols.length + iterations.length) + converged.length));
  [...symbols, ...iterations].forEach((value, i) => {
    little.setUint32(4 * i, value, true);
  });
  const bytes = new Uint8Array(little.buffer);
  bytes.set(converged, bytes.length - converged.length);
  return bytes;
}

/**
 * LLRs of the bits of random codewords, [frame][N·p], about those of BPSK over AWGN at 1.5 dB and rate 1/2: mean 2.8, standard
 * deviation 2.3. They are sums of bytes, multiples of 1/64, so every machine has the same bits.
 */
function receivedValues(code: Code, frames: number): Float32Array {
  const { columns, field } = code.matrix;
  const { k, encode } = codeEncoder(code);
  const words = new Uint32Array(4);
  const values = new Float32Array(frames * columns * field.p);
  for (let frame = 0; frame < frames; frame++) {
    const information = Array.from({ length: k }, (_, i) => {
      philox(i, frame, 0, 0, 1, 0, words);
      return words[0] % field.q;
    });
    const word = encode(information);
    for (let n = 0; n < columns; n++) {
      for (let bit = 0; bit < field.p; bit++) {
        philox(n, frame, bit, 1, 1, 0, words);
        const sum = words.reduce((total, each) => total + (each & 0xff), 0);
        const sign = (word[n] >> bit) & 1 ? -1 : 1;
        values[(frame * columns + n) * field.p + bit] = sign * (2.8125 + (sum - 510) / 64);
      }
    }
  }
  return values;
}
