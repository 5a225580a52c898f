import { expect, it } from "vitest";
import { WorkerPool } from "../../src/engine/cpu/pool/pool.ts";
import type { PoolMessage } from "../../src/engine/cpu/pool/protocol.ts";

/** A pool of two workers that answer when they are told to. */
function pool() {
  const asked: { readonly worker: number; answer(): void }[] = [];
  let workers = 0;
  const made = new WorkerPool(2, ({ reply }) => {
    const worker = ++workers;
    return {
      post: ({ id }: PoolMessage) => void asked.push({ worker, answer: () => reply({ id, value: worker }) }),
      close: () => {},
    };
  });
  const run = () => made.run({ verb: "run", program: 0, parameters: {} as never, outputs: [] });
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

it("a run that waits ends with the pool", async () => {
  const { made, run, settled } = pool();
  const runs = [run(), run()];
  const ends = Promise.allSettled(runs);
  await settled();
  made.close();
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
