import { FAILED_HEAD } from "../../../wgsl/reprocess/index.ts";
import {
  bufferElements,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  type TimedDispatch,
} from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { sum } from "../../sum.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { clearDispatch } from "./round.ts";

/**
 * Limit of the bytes of a round, unless one frame needs more: some thousand tests of a short code, which fill a GPU.
 */
const ROUND_MEMORY = 256 * 2 ** 20;
/** Limit of the bytes of a round in one buffer: the size that WebGPU guarantees. */
const BUFFER_MEMORY = 128 * 2 ** 20;

/** Rounds of reprocessing behind a decoder. */
export interface Rounds {
  readonly iterations: number;
  /** Whether all frames go through rounds, or those that failed alone; false if left out. */
  readonly isOfAll?: boolean;
  readonly frames: number;
  readonly testsOfFrame: number;
  readonly perTest: Readonly<Record<string, ProgramBuffer>>;
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  readonly dispatches: readonly TimedDispatch[];
  readonly notes: readonly string[];
}

/** A decoder whose failed frames are decoded again in rounds. Behind rounds of another kind they are of the frames that are left. */
export function withRounds(main: DecoderProgram, rounds: Rounds): DecoderProgram {
  const { iterations, isOfAll = false, frames, testsOfFrame, perTest, buffers, dispatches, notes } = rounds;
  const fixed = Object.entries(perTest).map(([name, buffer]) => [name, ofFixedLength(buffer, frames * testsOfFrame)]);
  const list = main.rounds === undefined ? "failed" : "left";
  const ofList = (dispatch: Dispatch): Dispatch => {
    return { ...dispatch, buffers: dispatch.buffers.map((name) => (name === "failed" ? list : name)) };
  };
  const own = {
    dispatches: [...dispatches, { dispatch: endRound(frames), iteration: 0 }].map(({ dispatch, iteration }) => ({
      dispatch: ofList(dispatch),
      iteration,
    })),
    framesPerRound: frames,
    waiting: { buffer: list, element: 0 },
  };
  const lists = [ofList(listFailed(iterations, isOfAll))];
  return {
    ...main,
    buffers: {
      ...main.buffers,
      ...Object.fromEntries(fixed),
      [list]: { ...frameBuffer("u32", 1 + FAILED_HEAD), cleared: true },
      tests: { ...frameBuffer("u32", 1), cleared: true },
      ...buffers,
    },
    ...(main.rounds === undefined
      ? { afterIterations: [...main.afterIterations, ...lists], rounds: own }
      : { rounds: { ...main.rounds, next: { ...own, before: lists } } }),
    plan: [...main.plan, ...notes],
  };
}

/**
 * Number of frames of a round: as many as are in flight, as memory allows, and as the device can use, but at least one.
 * @param perTest buffers of a round.
 * @param limits frames in flight, tests of a frame at a time, and tests that fill the device.
 */
export function roundFrames(
  perTest: Readonly<Record<string, ProgramBuffer>>,
  { frames, testsOfFrame, tests }: { readonly frames: number; readonly testsOfFrame: number; readonly tests: number },
): number {
  const bytes = Object.values(perTest).map(({ perFrame, length, interleave = 1 }) =>
    perFrame ? (4 * length) / interleave : 0,
  );
  const all = sum(bytes);
  const memory = Math.min(ROUND_MEMORY / all, BUFFER_MEMORY / Math.max(...bytes));
  return Math.max(1, Math.min(frames, Math.floor(Math.min(memory, tests) / testsOfFrame)));
}

/**
 * The buffers of decoders that take turns in a round, and their names by those in each decoder. Turns share buffers without data, and tables that
 * are equal.
 */
export function sharedBuffers(decoders: readonly DecoderProgram[]): {
  readonly buffers: Record<string, ProgramBuffer>;
  readonly names: readonly Readonly<Record<string, string>>[];
} {
  const buffers: Record<string, ProgramBuffer> = {};
  const names = decoders.map((decoder, turn) =>
    Object.fromEntries(
      Object.entries(renamed(decoder.buffers)).map(([name, buffer]) => {
        const known = buffers[name];
        const isShared = known === undefined || haveSameData(known, buffer);
        const own = isShared ? name : `turn_${turn}_${name}`;
        buffers[own] = isShared && known?.length > buffer.length ? known : buffer;
        return [name.slice("test_".length), own];
      }),
    ),
  );
  return { buffers, names };
}

function haveSameData(a: ProgramBuffer, b: ProgramBuffer): boolean {
  if (a.data === undefined || b.data === undefined) {
    return a.data === b.data && a.type === b.type && a.perFrame === b.perFrame && a.interleave === b.interleave;
  }
  const { data } = a;
  return data.length === b.data.length && b.data.every((each, i) => each === data[i]);
}

/** The turn of a decoder in a round, all iterations, between other dispatches; `run.iteration` of these is the turn's number. */
export function turnOf(
  decoder: DecoderProgram,
  {
    names,
    frames,
    before,
    after,
    turn,
  }: {
    readonly names: Readonly<Record<string, string>>;
    readonly frames: number;
    readonly before: readonly Dispatch[];
    readonly after: readonly Dispatch[];
    readonly turn: number;
  },
): TimedDispatch[] {
  const ofRound = (dispatch: Dispatch): Dispatch => ({ ...dispatch, frames, overActive: false });
  const ofTurn = (dispatches: readonly Dispatch[]) => dispatches.map((dispatch) => ({ dispatch, iteration: turn }));
  const clear = Object.entries(decoder.buffers)
    .filter(([, { cleared }]) => cleared)
    .map(([name, buffer]) => clearDispatch(names[name], bufferElements(buffer, frames)));
  return [
    ...ofTurn([...clear, ...before.map(ofRound)]),
    ...[...dispatchesInOrder(decoder)].map(({ dispatch, iteration }) => ({
      dispatch: ofRound({ ...dispatch, buffers: dispatch.buffers.map((name) => names[name]) }),
      iteration,
    })),
    ...ofTurn(after.map(ofRound)),
  ];
}

/** The buffers of a decoder of tests. */
export function renamed(buffers: Readonly<Record<string, ProgramBuffer>>): Record<string, ProgramBuffer> {
  return Object.fromEntries(
    Object.entries(buffers).map(([name, { cleared: _, ...buffer }]) => [`test_${name}`, buffer]),
  );
}

/** Whether the buffers of a binary decoder have the word of frames last. */
export function isFrameInterleaved({ afterIterations }: DecoderProgram): boolean {
  return afterIterations.some(({ constants }) => constants.FRAME_INTERLEAVED === 1);
}

function endRound(frames: number): Dispatch {
  return {
    kernel: "reprocess/end-round",
    constants: { ROUND_FRAMES: frames },
    buffers: ["failed"],
    workgroups: 1,
    frames: 1,
  };
}

function ofFixedLength(buffer: ProgramBuffer, tests: number): ProgramBuffer {
  const { type, data } = buffer;
  return { type, length: bufferElements(buffer, tests), perFrame: false, ...(data === undefined ? {} : { data }) };
}

/** Lists the frames that failed, or all, after the iterations. */
function listFailed(iterations: number, isOfAll: boolean): Dispatch {
  return {
    kernel: "reprocess/list-failed",
    constants: { ITERATIONS: iterations, ALL: isOfAll ? 1 : 0 },
    buffers: ["unsatisfied", "failed"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
}
