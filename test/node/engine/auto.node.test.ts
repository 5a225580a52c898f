import { expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";

// The tests' adapter is of software. Engines stay open: Dawn is the whole process's.
it.each([
  ["nb620-gf32", "min-max", "cpu"],
  ["nb620-gf32", "min-max messages=levels16", "cpu"],
  ["nb620-gf32", "qspa schedule=layered", "cpu"],
  ["nb620-gf32", "qspa messages=bf16", "cpu"],
  ["wimax-576-288", "offset-min-sum schedule=layered messages=int8", "cpu"],
  ["wimax-576-288", "sum-product reprocess=eqml", "cpu"],
  ["wimax-576-288", "sum-product messages=f16 form=tanh", "cpu"],
  ["wimax-576-288", "sum-product form=phi", "cpu"],
] as const)("--engine auto without a hardware GPU: %s, %s on %s", async (name, words, kind) => {
  const engine = await openEngine({ engine: "auto" }, { code: loadCode(name), decoder: readDecoder(words) });
  expect(engine.info).toMatchObject({ engine: kind, software: true });
  await engine.close();
});

it("--engine auto takes the CPU where nothing is said of a decoder", async () => {
  const engine = await openEngine({ engine: "auto" });
  expect(engine.info.engine).toBe("cpu");
  await engine.close();
});

it.each([
  [{ engine: "cpu", adapter: "voodoo" }, 'adapter "voodoo" names a GPU: leave it out with engine "cpu"'],
  [{ engine: "gpu", adapter: "all" }, 'adapter "all" stands for several devices: an engine has one, name it'],
  [{ engine: "gpu", memory: -1 }, "memory -1: give GiB above 0"],
] as const)("refuses %j by the names of the library's options", async (choice, message) => {
  await expect(openEngine(choice)).rejects.toThrow(new InputError(message));
});
