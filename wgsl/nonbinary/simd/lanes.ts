import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add } from "../../../src/wasm/i32.ts";
import { load, loadLane, store, storeLane } from "../../../src/wasm/simd.ts";
import type { ActiveSlots } from "../../common/active-frames/slots.ts";

/** Frames of a vector of f32 numbers. */
export const LANES = 4;

/** Positions of a vector's frames in a row, in bytes. */
interface LanePlaces {
  readonly places: readonly [number, number, number, number];
  /** Number of frames, at most LANES. The remaining lanes repeat the last frame. */
  readonly count: number;
  /** Whether all LANES frames are neighbours, so that one load or store suffices. */
  readonly together: boolean;
}

/** Number of parameters for the positions of a vector: four positions, and the number of frames. */
export const PLACE_PARAMETERS = 5;

/** Values of these parameters. */
export function placeValues({ places, count }: LanePlaces): readonly number[] {
  return [...places, count];
}

/** Positions of LANES frames from `at` on. @param placeOf position of a frame's list entry, in words. */
export function lanePlaces({ last }: ActiveSlots, at: number, placeOf: (slot: number) => number): LanePlaces {
  return placesOf(Math.min(LANES, last - at), (lane) => 4 * placeOf(at + lane));
}

/** Positions of `count` frames. @param placeOf position of each, in bytes. */
export function placesOf(count: number, placeOf: (lane: number) => number): LanePlaces {
  const place = (lane: number) => placeOf(Math.min(lane, count - 1));
  const places = [place(0), place(1), place(2), place(3)] as const;
  return { places, count, together: count === LANES && places.every((each, lane) => each === places[0] + 4 * lane) };
}

/** Access to rows of frames within a function that has these parameters. */
interface LaneAccess {
  /** Loads the lanes of a row into a vector. Lanes without a frame repeat the last frame. */
  load(into: ReturnType<FunctionBuilder["vector"]>, row: I32): void;
  /** Stores the lanes with a frame. */
  store(row: I32, value: V128): void;
}

/**
 * @param first index of the first of these parameters.
 * @param together whether the function is for LANES neighbours alone.
 */
export function laneAccess(f: FunctionBuilder, first: number, together: boolean): LaneAccess {
  const lanes = [0, 1, 2, 3].map((lane) => f.parameter(first + lane));
  if (together) {
    return {
      load: (into, row) => f.set(into, load(add(row, lanes[0]))),
      store: (row, value) => f.do(store(add(row, lanes[0]), value)),
    };
  }
  const count = f.parameter(first + 4);
  const at = f.local("i32");
  const kept = f.local("v128");
  return {
    load(into, row) {
      f.set(at, row);
      for (const [lane, place] of lanes.entries()) f.set(into, loadLane(add(at, place), into, lane));
    },
    store(row, value) {
      f.set(at, row);
      f.set(kept, value);
      for (const [lane, place] of lanes.entries()) {
        f.if(atLeast(count, lane), () => f.do(storeLane(add(at, place), kept, lane)));
      }
    },
  };
}

/** Whether a lane has a frame. */
function atLeast(count: I32, lane: number): I32 {
  return { type: "i32", code: [count.code, 0x41, lane, 0x4b] };
}
