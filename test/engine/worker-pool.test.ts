import { expect, it } from "vitest";
import { type PoolMessage, type PoolRequest, WorkerPool } from "../../src/engine/cpu/pool/pool.ts";
import type { RunInputs } from "../../src/engine/engine.ts";

/** A pool of workers that answer when they are told to. */
function pool(size = 2) {
  const asked: { readonly worker: number; readonly request: PoolRequest; answer(): void }[] = [];
  let workers = 0;
  const made = new WorkerPool(size, ({ reply }) => {
    const worker = ++workers;
    return {
      post: ({ id, request }: PoolMessage) =>
        void asked.push({ worker, request, answer: () => reply({ id, value: worker }) }),
      close: () => {},
    };
  });
  const run = (inputs?: RunInputs) =>
    made.run({ verb: "run", program: 0, parameters: {} as never, outputs: [], inputs });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { made, asked, run, settled, workers: () => workers };
}

it("small work has one worker: runs wait for its first answer, and for some time after it", async () => {
  const { made, asked, run, settled, workers } = pool();
  const runs = [run(), run(), run()];
  await settled();
  expect(asked).toHaveLength(1);
  asked[0].answer();
  await settled();
  expect([asked.length, workers()]).toEqual([2, 1]);
  asked[1].answer();
  await settled();
  asked[2].answer();
  expect(await Promise.all(runs)).toEqual([1, 1, 1]);
  made.close();
});

it("longer work has more: another worker starts for a run that has waited", async () => {
  const { made, asked, run, settled, workers } = pool();
  const first = run();
  await settled();
  asked[0].answer();
  await first;
  const began = performance.now();
  const runs = [run(), run()];
  while (workers() < 2) await settled();
  expect(performance.now() - began).toBeGreaterThan(150);
  await settled();
  for (const { answer } of asked.slice(1)) answer();
  expect(await Promise.all(runs)).toEqual([1, 2]);
  made.close();
});

it("a run that waits has the inputs of its call", async () => {
  const { made, asked, run, settled } = pool();
  const inputs = { llr: Float32Array.of(1, 2) };
  const runs = [run(), run(inputs)];
  inputs.llr.fill(0);
  await settled();
  asked[0].answer();
  await settled();
  expect(asked[1].request).toMatchObject({ inputs: { llr: Float32Array.of(1, 2) } });
  asked[1].answer();
  await Promise.all(runs);
  made.close();
});

it("a run that waits ends with the pool", async () => {
  const { made, run, settled } = pool();
  const runs = [run(), run()];
  const ends = Promise.allSettled(runs);
  await settled();
  made.close();
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

it("runs that wait come before what is written, and before the release of their program", async () => {
  const { made, asked, run, settled } = pool(3);
  const program = made.newProgram();
  const runs = [run(), run()];
  await settled();
  void made.send(program, "buffer a", { verb: "write", program, buffer: "a", data: Float32Array.of(1) });
  runs.push(run(), run());
  made.forget(program);
  await settled();
  const verbs = () => asked.map(({ worker, request: { verb } }) => `${verb} ${worker}`);
  // The second run has started a worker, so that the write follows it.
  expect(verbs()).toEqual(["run 1", "run 2", "write 1", "write 2"]);
  for (let i = 0; i < asked.length; i++) {
    if (asked[i].request.verb !== "release") asked[i].answer();
    await settled();
  }
  await Promise.all(runs);
  expect(
    verbs()
      .slice(4)
      .map((each) => each.split(" ")[0]),
  ).toEqual(["run", "run", "release", "release"]);
  made.close();
});
