import { describe, expect, it } from "vitest";
import { FunctionBuilder } from "../../src/wgsl-cpu/wasm/function.ts";
import { instantiate, moduleBytes } from "../../src/wgsl-cpu/wasm/module.ts";
import { load, store } from "../../src/wgsl-cpu/wasm/simd.ts";
import { nameAt, QuickerPlace, type StackPlace, withPlaces } from "../../src/wgsl-cpu/wasm/stack-places.ts";

it("the exports of both places run their own function with its parameters", () => {
  const PARAMETERS = 12;
  const functions = ["low", "high"].map((name, i) => {
    const f = new FunctionBuilder(name, PARAMETERS);
    f.do(store(f.parameter(11), load(f.parameter(0)), 16 * i));
    return f;
  });
  const memory = new WebAssembly.Memory({ initial: 1 });
  const exported = instantiate(new WebAssembly.Module(moduleBytes(withPlaces(functions, PARAMETERS))), memory);
  const words = new Uint32Array(memory.buffer);
  for (const [i, name] of ["low", "high"].entries()) {
    for (const place of [0, 1] as const) {
      words.fill(0);
      words.fill(7, 0, 4);
      exported[nameAt(name, place)](0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1024);
      expect([...words.subarray(256, 264)]).toEqual(i === 0 ? [7, 7, 7, 7, 0, 0, 0, 0] : [0, 0, 0, 0, 7, 7, 7, 7]);
    }
  }
});

describe("the quicker place", () => {
  /** Places of `calls` calls of two units each, which take `times[place]` a unit. */
  function placesOf(quicker: QuickerPlace, clock: { at: number }, calls: number, times: readonly [number, number]) {
    return Array.from({ length: calls }, () => {
      let taken: StackPlace = 0;
      quicker.run(2, (place) => {
        taken = place;
        clock.at += 2 * times[place];
      });
      return taken;
    });
  }
  const share = (places: readonly StackPlace[]) => places.filter((place) => place === 1).length / places.length;

  it.each([
    [[1, 1.5], 0],
    [[1.5, 1], 1],
  ] as const)("of times %o is taken by all calls but the trials", (times, place) => {
    const clock = { at: 0 };
    const places = placesOf(new QuickerPlace(() => clock.at), clock, 640, times);
    expect(places.filter((taken) => taken !== place).length).toBeGreaterThan(8);
    expect(Math.abs(share(places) - place)).toBeLessThan(0.02);
  });

  it("changes when the callers move", () => {
    const clock = { at: 0 };
    const quicker = new QuickerPlace(() => clock.at);
    placesOf(quicker, clock, 640, [1, 1.5]);
    expect(share(placesOf(quicker, clock, 640, [1.5, 1]))).toBeGreaterThan(0.85);
  });

  it("is not changed by one slow call", () => {
    const clock = { at: 0 };
    const quicker = new QuickerPlace(() => clock.at);
    placesOf(quicker, clock, 100, [1, 1.5]);
    placesOf(quicker, clock, 1, [50, 50]);
    expect(share(placesOf(quicker, clock, 20, [1, 1.5]))).toBe(0);
  });
});
