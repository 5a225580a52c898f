import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { assumeWidth, Progress } from "../../src/cli/output.ts";
import { newFolder } from "../new-folder.ts";
import { compiled } from "../setup/compiled.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function progress(options: { isTTY?: boolean; quiet?: boolean; variables?: Record<string, string> }) {
  const screen = { text: "" };
  const write = (text: string) => {
    screen.text += text;
  };
  const stream = { write, isTTY: options.isTTY, columns: 20 };
  return { screen, stream, shown: new Progress(stream, options.quiet ?? false, options.variables ?? {}) };
}

let step = 0;
const view = { table: () => `a table\nstep ${step++} running`, line: () => "a line" };
const erased = (rows: number) => `\r\u001b[2K${"\u001b[1A\u001b[2K".repeat(rows)}`;
const UP = erased(2);

describe("Progress", () => {
  it("updates a table in place on a terminal and takes it away at the end", () => {
    step = 0;
    const { screen, shown } = progress({ isTTY: true, variables: { NO_COLOR: "1" } });
    shown.start(view);
    vi.advanceTimersByTime(501);
    shown.say("hello");
    shown.update();
    shown.stop();
    vi.advanceTimersByTime(5000);
    const tables = [0, 1, 2, 3].map((i) => `a table\nstep ${i} running\n`);
    expect(screen.text).toBe(`${tables[0]}${UP}${tables[1]}${UP}hello\n${tables[2]}${UP}${tables[3]}${UP}`);
  });

  it("colours lines unless NO_COLOR is set, and cuts lines that would wrap", () => {
    const { screen, shown } = progress({ isTTY: true });
    const table = (width: number, coloured: boolean) => `${width} ${coloured}\n${"x".repeat(30)}\ndone`;
    shown.start({ table, colours: () => ["dim", "green"], line: () => "" });
    const dim = `\u001b[2m${"x".repeat(19)}\u001b[0m`;
    expect(screen.text).toBe(`19 true\n${dim}\n\u001b[32mdone\u001b[0m\n`);
    shown.stop();
  });

  it("takes the rows of a terminal away that has become narrower", () => {
    const { screen, shown, stream } = progress({ isTTY: true, variables: { NO_COLOR: "1" } });
    shown.start({ table: () => `${"x".repeat(19)}\nshort`, line: () => "" });
    stream.columns = 8;
    screen.text = "";
    shown.stop();
    // 19 characters take three rows of eight columns, and the second line takes one.
    expect(screen.text).toBe(erased(4));
  });

  it("breaks lines of prose between words on a terminal, and not in a log", () => {
    const said = "code  a name of several words, over GF(32)";
    const { screen, shown, stream } = progress({ isTTY: true });
    stream.columns = 32;
    shown.say(said);
    expect(screen.text).toBe("code  a name of several words,\n      over GF(32)\n");
    const log = progress({});
    log.shown.say(said);
    expect(log.screen.text).toBe(`${said}\n`);
  });

  it("writes a line every 8 s where there is no terminal", () => {
    const { screen, shown } = progress({});
    shown.start(view);
    vi.advanceTimersByTime(7_999);
    expect(screen.text).toBe("");
    vi.advanceTimersByTime(8_001);
    shown.stop();
    vi.advanceTimersByTime(60_000);
    expect(screen.text).toBe("a line\na line\n");
  });

  it("says nothing but warnings when quiet", () => {
    const { screen, shown } = progress({ isTTY: true, quiet: true });
    shown.start(view);
    shown.say("hello");
    vi.advanceTimersByTime(60_000);
    shown.warn("worker 2 died");
    shown.stop();
    expect(screen.text).toBe("worker 2 died\n");
  });
});

it("a terminal of no known size has 80 columns, others keep theirs", () => {
  const streams = [{ columns: 0 }, { columns: 132 }, {}];
  assumeWidth(...streams);
  expect(streams).toEqual([{ columns: 80 }, { columns: 132 }, {}]);
});

it.runIf(process.platform === "linux")("simulate draws its table in a terminal of no known size", () => {
  const folder = newFolder();
  try {
    const typescript = join(folder, "typescript");
    const options = "--code wimax-576-288 --decoder min-sum --ebn0 1 --max-frames 64 --engine cpu --jobs 1";
    const command = `"${process.execPath}" "${compiled("src/cli/main.ts")}" simulate ${options} --out "${join(folder, "run")}"`;
    // A terminal that script opens without a terminal of its own has 0 columns.
    spawnSync("script", ["-qec", command.replace("", ""), typescript], { stdio: "ignore" });
    const shown = readFileSync(typescript, "utf8");
    expect(shown).toContain("wimax-576-288: N 576");
    expect(shown).not.toContain("RangeError");
    expect(shown).toContain('COMMAND_EXIT_CODE="0"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
