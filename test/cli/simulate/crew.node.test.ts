import { describe, expect, it } from "vitest";
import { planCrew } from "../../../src/cli/simulate.ts";
import { fakeSystem, H100, SOFTWARE } from "../../node/cards/fake-cards.ts";
import { noCards } from "./arguments.ts";

const layered = async () => fakeSystem({ hasLayer: true });
const auto = { engine: "auto", memory: 4 } as const;

/** The environment variables of each worker, and the adapter that it requests from Dawn. */
async function crew(options: Parameters<typeof planCrew>[0], system = layered) {
  const { members, isHere, text } = await planCrew(options, system);
  const bound = members.map(({ engine, binding }) => `${engine.adapter} ${binding?.variables.DRI_PRIME ?? "-"}`);
  return { bound, jobs: members.map(({ engine }) => engine.jobs), isHere, text };
}

const [FIRST, SECOND] = [`${H100} pci-0000_00_07_0`, `${H100} pci-0000_00_08_0`];

describe("the workers", () => {
  it("are as many as are asked for, without a look at the cards", async () => {
    expect(await planCrew({ ...auto, jobs: undefined }, noCards)).toEqual({
      members: [{ engine: { ...auto, jobs: 1 } }],
      isHere: true,
    });
    expect(await planCrew({ ...auto, adapter: "H100", jobs: 2 }, noCards)).toEqual({
      members: Array(2).fill({ engine: { ...auto, adapter: "H100", jobs: 2 } }),
      isHere: false,
    });
    expect((await planCrew({ engine: "cpu", jobs: "auto" }, noCards)).members).toEqual([
      { engine: { engine: "cpu", jobs: 1 } },
    ]);
  });

  it.each([{ jobs: "auto" }, { adapter: "all" }, { jobs: "auto", adapter: "h100" }] as const)(
    "are one for each GPU with %j, and it is said",
    async (options) => {
      expect(await crew({ ...auto, ...options })).toEqual({
        bound: [FIRST, SECOND],
        jobs: [2, 2],
        isHere: false,
        text: `2 workers: card 0 (0000:00:07.0) ${H100}, card 1 (0000:00:08.0) ${H100}`,
      });
    },
  );

  it("are dealt out among the GPUs, if there are more", async () => {
    const { bound, jobs } = await crew({ ...auto, adapter: "all", jobs: 3 });
    expect([bound, jobs]).toEqual([
      [FIRST, SECOND, FIRST],
      [3, 3, 3],
    ]);
  });

  it("are on the one card that is named", async () => {
    const alone = await crew({ ...auto, adapter: "1" });
    expect(alone).toMatchObject({ bound: [SECOND], isHere: true, text: `1 worker: card 1 (0000:00:08.0) ${H100}` });
    expect((await crew({ ...auto, adapter: "0000:00:08.0", jobs: 2 })).bound).toEqual([SECOND, SECOND]);
    await expect(crew({ ...auto, adapter: "5" })).rejects.toThrow('adapter "5": there are: card 0');
    await expect(crew({ ...auto, adapter: "L40S", jobs: "auto" })).rejects.toThrow('adapter "L40S": there are: card 0');
  });

  it("are processes of their own in namespaces, also a single one", async () => {
    const hidden = async () => fakeSystem({ namespace: () => ["unshare", "-m"] });
    expect(await crew({ ...auto, adapter: "1" }, hidden)).toMatchObject({ isHere: false });
  });

  it("are one here where there is no GPU", async () => {
    const software = async () => fakeSystem({ cards: [SOFTWARE] });
    for (const options of [{ jobs: "auto" }, { adapter: "all" }, { adapter: "all", jobs: 4 }] as const) {
      expect(await planCrew({ ...auto, ...options }, software)).toEqual({
        members: [{ engine: { ...auto, jobs: 1 } }],
        isHere: true,
        text: "there is no GPU: 1 worker",
      });
    }
    expect((await crew({ ...auto, adapter: "2" }, software)).bound).toEqual([`${SOFTWARE.name} -`]);
  });
});
