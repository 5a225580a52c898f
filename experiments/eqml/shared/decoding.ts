import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Dispatch, Program, TimedDispatch } from "../../../src/gpu/program.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import type { BenchJob } from "../../../src/simulation/bench/bench.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";
import { decodingSeconds } from "../../shared/binary.ts";
import { formsOf, speedUpRow, type TimedForms } from "../../shared/kernel-form.ts";
import type { Comparison } from "../../shared/report.ts";

/** A decoder whose decoding is timed on the device and with the serial decoder. */
export interface DecodingCase {
  readonly what: string;
  readonly code: string;
  readonly decoder: string;
  /** dB. */
  readonly ebn0: number;
  /** Changes the program of the decoder; no change if left out. */
  readonly changed?: (program: BenchJob["program"]) => BenchJob["program"];
}

/** Microseconds of one frame, by the kernels of the decoder alone. */
export interface DecodingTimes {
  readonly what: string;
  /** Frames at once on the device. */
  readonly frames: number;
  readonly device: number;
  /** One core, frame after frame. */
  readonly serial: number;
  /** Forms of the kernels on the device and of the serial decoder; left out in files of an earlier version. */
  readonly deviceForms?: readonly string[];
  readonly serialForms?: readonly string[];
}

/** The times of a case with the forms of its kernels. */
export const onDevice = ({ device, deviceForms = [] }: DecodingTimes): TimedForms => ({
  time: device,
  forms: deviceForms,
});
export const inSeries = ({ serial, serialForms = [] }: DecodingTimes): TimedForms => ({
  time: serial,
  forms: serialForms,
});

/** The serial decoder's time over the device's. A GPU has a form of its own, so that a card is beside any processor. */
export function deviceSpeedUp(row: Pick<Comparison, "what" | "paper" | "how">, times: DecodingTimes): Comparison {
  const { deviceForms = [] } = times;
  const serial = { ...inSeries(times), ...(deviceForms.length === 0 ? { forms: [] } : {}) };
  return speedUpRow(row, onDevice(times), serial, "µs a frame");
}

/** Frames of the serial decoder. */
const SERIAL_FRAMES = 2;
/** Number of medians whose least is a time: an idle device takes a while to reach its full clock. */
const TIMES = 3;

/** @param serial the CPU engine on one core. */
export async function decodingTimes(
  engine: Engine,
  serial: Engine,
  one: DecodingCase,
  wanted: number,
): Promise<DecodingTimes> {
  const job = jobOf(engine, one, wanted);
  const frames = Math.min(wanted, engine.framesMaximum(job.program));
  const serialJob = jobOf(serial, one, SERIAL_FRAMES);
  return {
    what: one.what,
    frames,
    device: await microseconds(job, frames, TIMES),
    serial: await microseconds(serialJob, SERIAL_FRAMES, 1),
    deviceForms: formsOf(engine, job.program),
    serialForms: formsOf(serial, serialJob.program),
  };
}

async function microseconds(job: BenchJob, frames: number, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) least = Math.min(least, await decodingSeconds(job, frames));
  return (1e6 * least) / frames;
}

function jobOf(engine: Engine, { code, decoder, ebn0, changed }: DecodingCase, frames: number): BenchJob {
  const job = benchJob(engine, loadCode(code), readDecoder(decoder), channelPoint("ebn0", ebn0), { frames });
  return changed === undefined ? job : { ...job, program: changed(job.program) };
}

/** A program with another check-node rule. @param constants of the rule. */
export function withCheckRule<T extends Program>(program: T, rule: string, constants: Dispatch["constants"]): T {
  const change = (stage: Dispatch): Dispatch => {
    if (stage.kernel !== "binary/check") return stage;
    const variant = { ...stage.variant, imports: { ...stage.variant?.imports, rule } };
    return { ...stage, variant, constants: { ...stage.constants, ...constants } };
  };
  const timed = ({ dispatch: stage, iteration }: TimedDispatch): TimedDispatch => ({
    dispatch: change(stage),
    iteration,
  });
  const { start, iterate, afterIterations: finish, rounds } = program;
  return {
    ...program,
    start: start.map(change),
    iterate: iterate.map(change),
    afterIterations: finish.map(change),
    ...(rounds === undefined ? {} : { rounds: { ...rounds, dispatches: rounds.dispatches.map(timed) } }),
  };
}
