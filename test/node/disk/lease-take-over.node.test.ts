import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Lease } from "../../../src/node/disk/lease.ts";
import {
  AWAY,
  create,
  folder,
  isLinux,
  live,
  NAME,
  open,
  pass,
  path,
  program,
  setAge,
  useLeaseFolders,
  writeLease,
} from "./lease-fixture.ts";

useLeaseFolders();

describe("taking over", () => {
  /** Takes over a stale lease, and does something once between two of the steps. */
  function takeOver(at: "judged" | "renamed", meanwhile: () => void) {
    let isDone = false;
    const onStep = (step: string) => {
      if (step !== at || isDone) return;
      isDone = true;
      meanwhile();
    };
    const found = live(open({ onStep }));
    expect(isDone).toBe(true);
    return found;
  }

  it("leaves a file alone that replaced the judged one", () => {
    const others = open();
    let lease: Lease | undefined;
    writeLease(AWAY, 60);
    const found = takeOver("judged", () => {
      // The file system may give the new file the number of the old file.
      expect(live(others)).toEqual([]);
      lease = create(others);
    });
    expect(found.map(({ holder }) => holder?.token)).toEqual([lease?.token]);
    expect(lease?.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("leaves alone an empty file that has come to be there", () => {
    writeLease("", 60);
    const found = takeOver("judged", () => {
      rmSync(path);
      writeLease("");
    });
    expect(found).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("leaves alone a lease that has shown a sign of life since", () => {
    const lease = create(open());
    setAge(60);
    expect(takeOver("judged", () => lease.beat())).toHaveLength(1);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("does not take a lease away whose owner comes back in the middle", () => {
    const lease = create(open());
    setAge(60);
    expect(takeOver("renamed", () => expect(lease.beat()).toBe(true))).toHaveLength(1);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("keeps both if a third process has put its own there in the middle", () => {
    const [owner, third, observer] = [open(), open(), open()];
    let theirs: Lease | undefined;
    writeLease(AWAY, 60);
    let steps = 0;
    const onStep = (step: string) => {
      if (steps++ > 1) return;
      // A live lease replaces the judged one, and is then renamed by mistake.
      if (step === "judged") writeLease({ ...AWAY, token: "live" });
      else theirs = create(third);
    };
    const found = live(open({ onStep }));
    expect(found.map(({ holder }) => holder?.token)).toEqual([theirs?.token]);
    expect(readdirSync(folder)).toHaveLength(2);
    third.close();
    // The renamed lease still counts, and its owner puts it back.
    expect(live(observer)).toMatchObject([{ name: NAME, holder: { token: "live" } }]);
    owner.close();
  });

  it("puts a folder back that is another one", () => {
    writeLease(AWAY, 60);
    const meanwhile = () => {
      rmSync(path);
      mkdirSync(join(path, "in it"), { recursive: true });
    };
    expect(() => takeOver("judged", meanwhile)).toThrow(`${path}: is a folder where a lock's file belongs`);
    expect(existsSync(join(path, "in it"))).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("by mistake is made good by the owner", () => {
    const leases = open();
    const lease = create(leases);
    renameSync(path, `${path}.0123456789abcdef.taken`);
    // Until then the renamed lease counts.
    expect(live(open())).toMatchObject([{ name: NAME, holder: { token: lease.token } }]);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
    renameSync(path, `${path}.0123456789abcdef.taken`);
    leases.release(lease);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that was killed leaves only files that other processes clean up", () => {
    const places = ["0123456789abcdef.taken", "0123456789abcdee.taken", "0123456789abcdef.probe"];
    const [stale, live0, probe] = places.map((suffix) => `${path}.${suffix}`);
    writeLease(AWAY, 60);
    renameSync(path, stale);
    writeLease(AWAY);
    renameSync(path, live0);
    writeLease("\n", 60);
    renameSync(path, probe);
    const leases = open();
    expect(live(leases)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([`${NAME}.${places[1]}`]);
    pass(30);
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves files alone that are no leases", () => {
    writeFileSync(join(folder, "run.json"), "{}");
    mkdirSync(join(folder, "lease.taken"));
    utimesSync(join(folder, "run.json"), 1, 1);
    const leases = open();
    expect(live(leases)).toEqual([]);
    pass(100);
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual(["lease.taken", "run.json"]);
  });
});

describe.runIf(isLinux)("a process that takes over", () => {
  const TAKER = `
    let stops = 0;
    const onStep = (step) => {
      if (step !== STEP || stops++ > 0) return;
      say(step);
      stop();
    };
    const found = new LeaseFolder(folder, { onStep }).live((name) => name === "${NAME}");
    say(found.map(({ holder }) => holder.token).join());
  `;
  const taker = (step: "judged" | "renamed") => program(TAKER.replace("STEP", `"${step}"`));

  it("and is stopped after judging does not lose the lease of another that was faster", async () => {
    writeLease(AWAY, 60);
    const other = taker("judged");
    expect(await other.said()).toBe("judged");
    await other.stopped();
    const leases = open();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    other.continue();
    expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it.each(["stopped", "killed"])("and is %s when it has renamed does not lose a live lease", async (how) => {
    const leases = open();
    writeLease(AWAY, 60);
    const other = taker("judged");
    expect(await other.said()).toBe("judged");
    await other.stopped();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    // The other process stops in the middle of its next steps.
    renameSync(path, `${path}.0123456789abcdef.taken`);
    expect(live(open())).toMatchObject([{ holder: { token: lease.token } }]);
    if (how === "killed") await other.kill();
    expect(lease.beat()).toBe(true);
    other.continue();
    if (how === "stopped") expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("and is killed when it has renamed leaves the way free and nothing behind", async () => {
    writeLease(AWAY, 60);
    const other = taker("renamed");
    expect(await other.said()).toBe("renamed");
    await other.stopped();
    await other.kill();
    expect(readdirSync(folder)).toHaveLength(1);
    const leases = open();
    expect(live(leases)).toEqual([]);
    create(leases);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("and is stopped after renaming does not remove the file that takes its place", async () => {
    writeLease(AWAY, 60);
    const other = taker("renamed");
    expect(await other.said()).toBe("renamed");
    await other.stopped();
    const leases = open();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    other.continue();
    expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("from one that was stopped tells it so", async () => {
    const owner = program(`
      const leases = new LeaseFolder(folder, { heartbeatSeconds: 0.05 });
      const lease = leases.create("${NAME}", {});
      say("created");
      stop();
      say(String(lease.beat()));
      leases.close();
      say("closed");
    `);
    expect(await owner.said()).toBe("created");
    await owner.stopped();
    const leases = open({ leaseSeconds: 0.5 });
    expect(live(leases)).toHaveLength(1);
    pass(0.5);
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    owner.continue();
    expect(await owner.said()).toBe("false");
    expect(await owner.said()).toBe("closed");
    expect(lease.beat()).toBe(true);
  });
});
