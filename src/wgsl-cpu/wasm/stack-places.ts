import { FunctionBuilder } from "./function.ts";
import { i32 } from "./i32.ts";

/**
 * V8 keeps vectors that have no register on its stack, at multiples of 8 bytes. A vector across two pages takes as long as many operations:
 * a check of sum-product up to twice its time. Whether a vector lies so depends on the address of the stack and on how V8 runs the callers,
 * so a process may be slow from its start to its end. A function with two places runs 8 bytes lower on the stack at the second place, where
 * none of its vectors lies across two pages if one does at the first.
 */
export type StackPlace = 0 | 1;

const PLACES: readonly StackPlace[] = [0, 1];

/** The export that runs a function at a place. */
export function nameAt(name: string, place: StackPlace): string {
  return `${name}_at_${place}`;
}

/**
 * The functions of a module, and for each an export by place. Between an export and its function stands a call whose parameters differ by
 * one word. @param functions without results, each with `parameters` parameters, more than registers hold.
 */
export function withPlaces(functions: readonly FunctionBuilder[], parameters: number): FunctionBuilder[] {
  const call = (name: string, to: number, taken: number, added: number) => {
    const f = new FunctionBuilder(name, taken);
    const passed = Array.from({ length: parameters }, (_, i) => f.parameter(i));
    f.call(to, ...passed, ...Array.from({ length: added }, () => i32(0)));
    return f;
  };
  const count = functions.length;
  const between = PLACES.flatMap((place) =>
    functions.map(({ name }, i) => call(`${name}_before_${place}`, i, parameters + place, 0)),
  );
  const exported = PLACES.flatMap((place) =>
    functions.map(({ name }, i) => call(nameAt(name, place), count * (1 + place) + i, parameters, place)),
  );
  return [...functions, ...between, ...exported];
}

/** Every call of this number tries the slower place. */
const TRIAL = 64;
/** Growth of a place's least time with each call there, so that the time follows the callers and the load of the machine. */
const FORGETTING = 1.05;

/** Runs work at the quicker place, and sometimes tries the slower one. Results are the same. */
export class QuickerPlace {
  /** Least recent time of a unit of work at each place; 0 before the first. */
  readonly #least = [0, 0];
  readonly #now: () => number;
  #calls = 0;

  /** @param now a clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param units the work, more than 0. */
  run(units: number, work: (place: StackPlace) => void): void {
    const quicker: StackPlace = this.#least[0] <= this.#least[1] ? 0 : 1;
    const slower: StackPlace = quicker === 0 ? 1 : 0;
    const place = this.#calls++ % TRIAL === 0 ? slower : quicker;
    const begin = this.#now();
    work(place);
    const time = (this.#now() - begin) / units;
    const before = this.#least[place];
    this.#least[place] = before === 0 ? time : Math.min(time, FORGETTING * before);
  }
}
