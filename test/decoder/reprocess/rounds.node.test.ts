import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "../binary/codes.ts";
import { decodeOn } from "../binary/decode.ts";
import { randomFrames } from "../binary/frames.ts";
import { reprocessOracle } from "./oracle.ts";
import { reprocessOn } from "./run.ts";

// More failed frames than a round holds: every failed frame is reprocessed once, and other frames stay unchanged.
const engines = bothEngines();
const code = smallCodes()["Z = 3, two of degree 1 in a check"];

/** Frames of a round on the CPU and on a software device for these numbers of stages. */
const ROUNDS = { f32: { stages: 4, cpu: 2, gpu: 16 }, int8: { stages: 5, cpu: 4, gpu: 32 } };

describe.each(sweep(["int8", "f32"] as const, 2))("messages=%s", (messages) => {
  const { stages, ...roundFrames } = ROUNDS[messages];
  const words = `normalised-min-sum iterations=3 messages=${messages}`;
  const spec = readDecoder(`${words} reprocess=eqml stages=${stages}`);
  const frames = randomFrames(code.matrix, 150, 4, true);
  const expected = frames.map(reprocessOracle(code, spec, true));
  const failed = expected.filter(({ tests }) => !tests[0].satisfied).length;

  it.each(["cpu", "gpu"] as const)("%s", async (name) => {
    const engine = engines[name];
    // A hardware device holds all failed frames in one round.
    const limits = { ...engine.limits, software: true };
    const result = await reprocessOn(engine, code, spec, frames, true, limits);
    expect(result.failed).toBe(failed);
    expect(failed % result.roundFrames, "the last round is not full").not.toBe(0);
    expect(Math.ceil(failed / result.roundFrames), "rounds").toBeGreaterThan(1);
    expect(result.roundFrames).toBe(roundFrames[name]);
    const alone = await decodeOn(engine, code, readDecoder(words), frames, true);
    result.frames.forEach((frame, f) => {
      const { tests, satisfied } = expected[f];
      expect(frame.tests, `frame ${f}: tests`).toBe(tests.length - 1);
      // Only the last iteration's flag may change.
      expect(frame.unsatisfied.slice(0, -1), `frame ${f}`).toEqual(alone[f].unsatisfied.slice(0, -1));
      expect(frame.unsatisfied.at(-1), `frame ${f}`).toBe(!satisfied);
      if (tests.length === 1 || !satisfied) expect(frame.decision, `frame ${f}`).toEqual(alone[f].decision);
      else expect(tests.map(({ decision }) => decision)).toContainEqual(frame.decision);
    });
  });

  it("does no round where no frame failed", async () => {
    const few = frames.filter((_, f) => expected[f].tests[0].satisfied).slice(0, 5);
    const { failed: none, frames: decoded } = await reprocessOn(engines.gpu, code, spec, few, true);
    expect(none).toBe(0);
    expect(decoded.map(({ tests }) => tests)).toEqual(few.map(() => 0));
  });
});
