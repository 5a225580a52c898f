import { describe, expect, it } from "vitest";
import type { PreparedProgram } from "../../src/engine/engine.ts";
import { alternatingProgram } from "../../src/engine/gpu/engine.ts";
import { runParameters } from "../run-parameters.ts";

/** A program that records its calls. */
function fake(asked: string[], name: string): PreparedProgram {
  const note = (what: string) => asked.push(`${name} ${what}`);
  return {
    frames: 3,
    write: (buffer) => note(`write ${buffer}`),
    run: async () => {
      note("run");
      return { outputs: [], seconds: 0 };
    },
    runDispatch: async () => {
      note("dispatch");
    },
    read: async (buffer) => {
      note(`read ${buffer}`);
      return new Uint32Array();
    },
    profile: async () => {
      note("profile");
      return { seconds: {}, method: "clock" };
    },
    release: () => note("release"),
  };
}

describe("a program prepared twice", () => {
  it("runs by turns, writes to both, and reads where the last run was", async () => {
    const asked: string[] = [];
    const program = alternatingProgram([fake(asked, "a"), fake(asked, "b")]);
    expect(program.frames).toBe(3);
    const parameters = runParameters({ frames: 3 });
    program.write("noise", new Uint32Array());
    await program.run(parameters, []);
    await program.read("decision");
    await program.run(parameters, []);
    await program.read("decision");
    program.release();
    expect(asked).toEqual([
      ...["a write noise", "b write noise", "b run", "b read decision", "a run", "a read decision"],
      ...["a release", "b release"],
    ]);
  });
});
