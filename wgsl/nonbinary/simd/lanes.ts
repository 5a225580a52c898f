import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add } from "../../../src/wasm/i32.ts";
import { load, loadLane, store, storeLane } from "../../../src/wasm/simd.ts";
import type { ActiveSlots } from "../../common/active-frames/slots.ts";

/** Frames of a vector of f32 numbers. */
export const LANES = 4;

/** Where the frames of a vector stand in a row: bytes of each from the row's beginning. */
interface LanePlaces {
  readonly places: readonly [number, number, number, number];
  /** Number of frames, at most LANES; the remaining lanes have the place of the last frame. */
  readonly count: number;
  /** All LANES frames are neighbours: one load or store does. */
  readonly together: boolean;
}

/** Parameters of functions for the places of a vector: of the four lanes, and how many have a frame. */
export const PLACE_PARAMETERS = 5;

/** Values of these parameters. */
export function placeValues({ places, count }: LanePlaces): readonly number[] {
  return [...places, count];
}

/** The places of LANES frames from `at` on. @param placeOf of a frame's number in the list, in words. */
export function lanePlaces({ last }: ActiveSlots, at: number, placeOf: (slot: number) => number): LanePlaces {
  return placesOf(Math.min(LANES, last - at), (lane) => 4 * placeOf(at + lane));
}

/** The places of `count` frames. @param placeOf of each, in bytes. */
export function placesOf(count: number, placeOf: (lane: number) => number): LanePlaces {
  const place = (lane: number) => placeOf(Math.min(lane, count - 1));
  const places = [place(0), place(1), place(2), place(3)] as const;
  return { places, count, together: count === LANES && places.every((each, lane) => each === places[0] + 4 * lane) };
}

/** Rows of frames within a function that has these parameters. */
interface LaneAccess {
  /** Loads the lanes of a row into a vector; lanes without a frame repeat the last. */
  load(into: ReturnType<FunctionBuilder["vector"]>, row: I32): void;
  /** Stores the lanes that have a frame. */
  store(row: I32, value: V128): void;
}

/**
 * @param first number of the first of these parameters.
 * @param together the function is for LANES neighbours alone.
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

/** Whether there is a frame in a lane. */
function atLeast(count: I32, lane: number): I32 {
  return { type: "i32", code: [count.code, 0x41, lane, 0x4b] };
}
