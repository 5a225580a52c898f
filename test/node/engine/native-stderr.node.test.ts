import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/node/program.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";

const folder = newFolder();

/** Another program replaces native code: it writes to the descriptor, not to process.stderr. */
const SCRIPT = `
  import { spawnSync } from "node:child_process";
  import { withoutNativeLines } from ${JSON.stringify(compiled("src/node/engine/native-stderr.ts"))};
  process.stderr.write("before\\n");
  const result = withoutNativeLines(/^noise/, () => {
    const lines = "echo noise 1 >&2; echo kept >&2; echo noise 2 >&2";
    return spawnSync("sh", ["-c", lines], { stdio: ["ignore", "inherit", "inherit"] }).status;
  });
  process.stderr.write("after " + result + "\\n");
  spawnSync("sh", ["-c", "echo native >&2"], { stdio: ["ignore", "inherit", "inherit"] });
`;
const script = join(folder, "script.mjs");
writeFileSync(script, SCRIPT);

/** Runs the script with a redirection of stderr. @returns the content of the file or pipe. */
function stderrOf(redirection: (file: string) => string): string {
  const file = join(folder, "stderr");
  rmSync(file, { force: true });
  const command = `"${process.execPath}" "${script}" ${redirection(file)}`;
  const run = spawnSync("bash", ["-c", command], { cwd: packageRoot(), encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stdout: "" });
  return readFileSync(file, "utf8");
}

describe.runIf(process.platform === "linux")("withoutNativeLines", () => {
  const CLEAN = "before\nkept\nafter 0\nnative\n";

  it.each([
    ["a pipe", (file: string) => `2>&1 | cat > "${file}"`],
    ["a file that is appended to", (file: string) => `2>> "${file}"`],
    ["a file", (file: string) => `2> "${file}"`],
  ])("drops lines from %s and passes on the others", (_, redirection) => {
    expect(stderrOf(redirection)).toBe(CLEAN);
  });

  const TURNS = `
    import { writeSync } from "node:fs";
    import { withoutNativeLines } from ${JSON.stringify(compiled("src/node/engine/native-stderr.ts"))};
    process.stderr.on("error", () => {}); // As the program does.
    const turn = (name) => { for (const fd of [1, 2]) try { writeSync(fd, name + " " + fd + "\\n"); } catch {} };
    turn("before");
    withoutNativeLines(/^noise/, () => turn("within"));
    for (let i = 0; i < 20; i++) turn("after");
  `;
  const ALONE = { before: 1, within: 1, after: 20 };
  /** A process that has started before this one and goes on after it. */
  const OTHER = "{ for i in 1 2 3 4 5 6; do echo other 1; echo other 2 >&2; sleep 0.15; done; }";
  const redirections: [name: string, redirection: string, kept: number[]][] = [
    ["stdout and stderr into one file", '> "$log" 2>&1', [1, 2]],
    ["stderr into a pipe, stdout into a file", '2>&1 > "$log" | cat > "$log.2"', [1, 2]],
    ["a closed stderr", '2>&- > "$log"', [1]],
    ["a pipe that nobody reads", '2> >(true) > "$log"', [1]],
    ["a terminal", "terminal", [1, 2]],
  ];

  it.each(redirections)("loses no line of stdout and stderr, alone and beside others: %s", (_, redirection, kept) => {
    const turns = join(folder, "turns.mjs");
    writeFileSync(turns, TURNS);
    const node = `"${process.execPath}" "${turns}"`;
    const cases = [
      { command: `exec ${node}`, lines: ALONE },
      { command: `{ ${OTHER} & ${node}; wait; true; }`, lines: { ...ALONE, other: 6 } },
    ];
    for (const { command, lines } of cases) {
      const log = join(mkdtempSync(join(folder, "log-")), "log");
      const [program, ...words] =
        redirection === "terminal"
          ? ["script", "-qec", `bash -c '${command}'`, log]
          : ["bash", "-c", `trap "" PIPE; log=${log}; ${command} ${redirection}`];
      const run = spawnSync(program, words, { cwd: packageRoot(), stdio: "ignore" });
      expect(run, command).toMatchObject({ status: 0 });
      const text = [log, `${log}.2`].map((file) => (existsSync(file) ? readFileSync(file, "utf8") : "")).join("");
      const found = text.match(/^\w+ [12]$/gm)?.sort();
      const all = Object.entries(lines).flatMap(([name, times]) =>
        kept.flatMap((fd) => Array<string>(times).fill(`${name} ${fd}`)),
      );
      expect(found, command).toEqual(all.sort());
    }
  });

  it("waits for a thread that opens a file while stderr is replaced", () => {
    const busy = join(folder, "busy.mjs");
    const lines = [
      'import { Worker } from "node:worker_threads";',
      SCRIPT.slice(0, SCRIPT.indexOf("process.stderr.write")),
      `const opens = 'const { openSync, closeSync } = require("node:fs"); for (;;) closeSync(openSync("/dev/null"));';`,
      "const thread = new Worker(opens, { eval: true });",
      'await new Promise((resolve) => thread.once("online", resolve));',
      "for (let i = 0; i < 500; i++) withoutNativeLines(/^noise/, () => {});",
      "await thread.terminate();",
      'spawnSync("sh", ["-c", "echo native >&2"], { stdio: ["ignore", "inherit", "inherit"] });',
    ];
    writeFileSync(busy, lines.join("\n"));
    const { status, stderr } = spawnSync(process.execPath, [busy], {
      cwd: packageRoot(),
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, "native\n"]);
  });

  it.each([
    ["a pipe's reader", 'mkfifo "$P"; cat "$P" & READER=$! exec "$N" "$S" 2> "$P"'],
    ["the relay of a socket", 'exec "$N" "$S"'],
  ])("goes on where %s ends during the work", (_, command) => {
    const unread = join(folder, "unread.mjs");
    // Without READER its only child is the relay.
    const kill = `
      const reader = Number(process.env.READER ?? readFileSync("/proc/self/task/" + process.pid + "/children", "utf8"));
      process.kill(reader, "SIGKILL");
      while (/^\\d+ \\(.*\\) [^Z]/.test(readFileSync("/proc/" + reader + "/stat", "utf8")));`;
    const lines = [
      'import { readFileSync, writeSync } from "node:fs";',
      'process.stderr.on("error", () => {});',
      SCRIPT.replace(/const lines = [\s\S]*?status;/, kill),
      'writeSync(1, "end\\n");',
    ];
    writeFileSync(unread, lines.join("\n"));
    const env = { ...process.env, N: process.execPath, S: unread, P: join(mkdtempSync(join(folder, "pipe-")), "pipe") };
    const { stdout } = spawnSync("bash", ["-c", command], { env, encoding: "utf8", timeout: 60_000 });
    expect(stdout).toContain("end\n");
  });

  it("drops them from a terminal", () => {
    const typescript = join(folder, "typescript");
    const command = `"${process.execPath}" "${script}"`;
    const run = spawnSync("script", ["-qec", command, typescript], { cwd: packageRoot(), stdio: "ignore" });
    expect(run.error).toBeUndefined();
    expect(readFileSync(typescript, "utf8").replaceAll("\r", "")).toContain(CLEAN);
  });

  it("drops them from a socket, as Node.js gives its children", () => {
    const { stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
    expect(stderr).toBe(CLEAN);
  });

  it("does the work, and drops nothing, where no temporary file can be written", () => {
    const lost = join(folder, "lost.mjs");
    writeFileSync(lost, `process.env.TMPDIR = ${JSON.stringify(join(folder, "missing"))};\n${SCRIPT}`);
    const { stderr } = spawnSync(process.execPath, [lost], { encoding: "utf8" });
    expect(stderr).toBe("before\nnoise 1\nkept\nnoise 2\nafter 0\nnative\n");
  });

  it("loses no output before the process ends or is killed", async () => {
    const ends = ["process.exit(3)", "throw new Error('thrown')", "process.kill(process.pid, 'SIGKILL')"];
    for (const end of ends) {
      const ended = join(folder, "ended.mjs");
      writeFileSync(ended, `${SCRIPT}\nprocess.stderr.write("x".repeat(200_000) + "\\nlast\\n");\n${end};\n`);
      const { stderr } = spawnSync(process.execPath, [ended], { encoding: "utf8" });
      expect(stderr.slice(0, CLEAN.length), end).toBe(CLEAN);
      expect(stderr.includes("x\nlast\n"), end).toBe(true);
      expect(stderr.includes("thrown"), end).toBe(end.includes("thrown"));
    }
  });

  it("ends with a process that is killed before the relay has begun", () => {
    const killed = join(folder, "killed.mjs");
    writeFileSync(killed, SCRIPT.replace(/const lines = .*/, 'process.kill(process.pid, "SIGKILL");'));
    const slow = mkdtempSync(join(folder, "slow-"));
    for (const name of ["sh", "cat"]) {
      writeFileSync(join(slow, name), `#!/bin/sh\nsleep 0.3\nexec /bin/${name} "$@"\n`, { mode: 0o755 });
    }
    const env = { ...process.env, PATH: `${slow}:${process.env.PATH}` };
    // The relay has this process's stderr too: the call ends when both have ended.
    const { error, signal } = spawnSync(process.execPath, [killed], { env, timeout: 240_000 });
    expect({ error, signal }).toEqual({ error: undefined, signal: "SIGKILL" });
  });

  it("leaves no process", async () => {
    const mark = `GFQ_LDPC_TEST_RELAY=${process.pid}`;
    spawnSync(process.execPath, [script], {
      env: { ...process.env, [mark.split("=")[0]]: String(process.pid) },
    });
    const marked = () =>
      readdirSync("/proc").filter((name) => {
        try {
          return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(mark);
        } catch {
          return false;
        }
      });
    await expect.poll(marked).toEqual([]);
  });
});
