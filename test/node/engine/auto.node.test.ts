import { expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";
import { openGpu } from "../../engines.ts";

it("--engine auto takes the CPU where there is no hardware GPU", async () => {
  const gpu = await openGpu();
  const engine = await openEngine({ engine: "auto" });
  expect(engine.info).toMatchObject(
    gpu.info.software ? { engine: "cpu", software: true } : { engine: "gpu", software: false },
  );
  await engine.close();
  await gpu.close();
});

it.each([
  [{ engine: "cpu", adapter: "voodoo" }, 'adapter "voodoo" names a GPU: leave it out with engine "cpu"'],
  [{ engine: "gpu", adapter: "all" }, 'adapter "all" stands for several devices: an engine has one, name it'],
  [{ engine: "gpu", memory: -1 }, "memory -1: give GiB above 0"],
  [{ engine: "cpu", jobs: 0 }, "jobs 0: give a whole number of at least 1"],
] as const)("refuses %j by the names of the library's options", async (choice, message) => {
  await expect(openEngine(choice)).rejects.toThrow(new InputError(message));
});
