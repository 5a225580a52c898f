import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { philox } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import { codeEncoder } from "../../code/encoder.ts";
import { channelLlr } from "../../decoder/channel-llr.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { type DecoderOptions, specOptions } from "../../decoder/option.ts";
import { checkNodeRules } from "../../decoder/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { type DecodedFrames, decodeFrames } from "../../engine/decode.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { loadCode } from "../codes/codes.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import type { EngineChoice } from "../engine/engines.ts";
import { entryBeside } from "../engine/entry.ts";

/** The outcome of one decoder on a device. */
export interface DeviceFinding {
  readonly rule: string;
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
  /** SHA-256 over the SHA-256 of the device's outputs of every exact decoder: the same on every device of one version. */
  readonly digest: string;
}

/** Codes to try in turn until a decoder takes one: of symbols and of bits, quasi-cyclic and unstructured. */
const CODES = {
  symbol: ["beidou-96-48-gf64", "tiny12-gf8", "tiny20-gf2"],
  bit: ["wimax-576-288", "ccsds-128-64", "nr-bg2-z8", "tiny20-gf2"],
};
/** Frames of a decoder: two lane words of every packed format; over GF(q) they cost q times as much. */
const FRAMES = { symbol: 16, bit: 64 };
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

/** What became of a decoder: a finding with the SHA-256 of an exact decoder's outputs, or the reason why no code here goes with it. */
type DeviceOutcome = { readonly finding: DeviceFinding; readonly outputs?: string } | { readonly reason: string };

/** Tests a decoder on a device. */
export type DecoderTest = (spec: DecoderSpec) => Promise<DeviceOutcome>;

/**
 * The test that decodes the same frames on a device and on the CPU engine, with the first code that both take.
 * @param engine the device, and `reference` the CPU engine; both stay open.
 */
export function decoderTest(engine: Engine, reference: Engine): DecoderTest {
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
  return async (spec) => {
    const { input, exactness } = checkNodeRules[spec.rule];
    let reason = "";
    for (const name of codesFor(spec)) {
      const frames = FRAMES[input];
      const { code, values } = received(name, frames);
      const llr = channelLlr(values, code, spec).llr as Float32Array<ArrayBuffer>;
      // The device's compiler works beside this thread, which then compiles the CPU engine's kernels.
      const device = decodeFrames(engine, code, spec, llr);
      const [expected, found] = await Promise.allSettled([decodeFrames(reference, code, spec, llr), device]);
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
      const sha256 = (outputs: DecodedFrames) => createHash("sha256").update(outputBytes(outputs)).digest("hex");
      return { finding, ...(isExact && !failed && { outputs: sha256(found.value) }) };
    }
    return { reason };
  };
}

/**
 * Tests decoders, in their order.
 * @param tests each has one decoder at a time: as many are tested at once.
 * @param tell receives each finding at once.
 */
export async function testDevice(
  tests: readonly DecoderTest[],
  tell: (finding: DeviceFinding) => void,
  specs: readonly DecoderSpec[] = deviceSpecs(),
): Promise<DeviceReport> {
  const outcomes: DeviceOutcome[] = [];
  let next = 0;
  const testAll = async (test: DecoderTest) => {
    while (next < specs.length) {
      const i = next++;
      const outcome = await test(specs[i]);
      outcomes[i] = outcome;
      if ("finding" in outcome) tell(outcome.finding);
    }
  };
  await Promise.all(tests.map(testAll));
  const digest = createHash("sha256");
  const findings: DeviceFinding[] = [];
  const leftOut: { decoder: string; reason: string }[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    if ("reason" in outcome) {
      leftOut.push({ decoder: spoken(specs[i]), reason: outcome.reason });
      continue;
    }
    const { finding, outputs } = outcome;
    findings.push(finding);
    if (outputs !== undefined) digest.update(`${finding.decoder} ${finding.code} ${outputs}\n`);
  }
  return { findings, leftOut, digest: digest.digest("hex") };
}

/** Processes of a test at most: a driver compiles the kernels of a process one after the other, and each process takes memory of the device. */
const MOST_PROCESSES = 8;
/** Decoders of a process at once: while the device's driver compiles one's kernels, the CPU engine decodes another. */
const IN_FLIGHT = 3;

/** A decoder for a process to test, and its answer. */
export type DeviceQuestion = { readonly id: number; readonly spec: DecoderSpec };
export type DeviceAnswer = { readonly id: number; readonly outcome?: DeviceOutcome; readonly failure?: string };

/**
 * Tests of a device in processes of their own.
 * @param choice the device.
 * @param count number of processes, each with some tests.
 * @returns the tests, and a function that ends the processes. A test rejects if its process fails or dies.
 */
export function testsInProcesses(
  choice: EngineChoice,
  count: number = Math.min(MOST_PROCESSES, Math.max(2, Math.floor(availableParallelism() / 2))),
): { readonly tests: readonly DecoderTest[]; end(): void } {
  const entry = entryBeside("device-worker", import.meta.url);
  const children = Array.from({ length: count }, () =>
    fork(entry.path, [JSON.stringify({ ...choice, jobs: count })], { execArgv: childExecArgv(entry) }),
  );
  return {
    tests: children.flatMap((child) => new Array<DecoderTest>(IN_FLIGHT).fill(testIn(child))),
    end: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

function testIn(child: ChildProcess): DecoderTest {
  const asked = new Map<
    number,
    { spec: DecoderSpec; resolve(outcome: DeviceOutcome): void; reject(error: Error): void }
  >();
  let count = 0;
  let ended: InputError | undefined;
  const end = (how: string) => {
    const texts = [...asked.values()].map(({ spec }) => spoken(spec)).join("; ");
    ended ??= new InputError(`a process that tests the device ended (${how}) while it tested ${texts || "nothing"}`);
    for (const { reject } of asked.values()) reject(ended);
  };
  child.on("exit", (status, signal) => end(signal ?? `status ${status}`));
  child.on("error", ({ message }) => end(message));
  child.on("message", ({ id, outcome, failure }: DeviceAnswer) => {
    const { resolve, reject } = asked.get(id)!;
    asked.delete(id);
    if (outcome !== undefined) resolve(outcome);
    else reject(new Error(failure));
  });
  return (spec) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      const question: DeviceQuestion = { id: count++, spec };
      asked.set(question.id, { spec, resolve, reject });
      child.send(question);
    });
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
