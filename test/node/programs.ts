import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { COMPILED } from "../setup/compiled.ts";

/** Functions for a program: `say` writes a line at once, `stop` stops the process until SIGCONT. */
const PRELUDE = `
  import { writeSync } from "node:fs";
  const say = (text) => writeSync(1, text + "\\n");
  const stop = () => process.kill(process.pid, "SIGSTOP");
`;

/** A plain JavaScript program in a process of its own. It imports modules from `./src/….ts`. */
export class Program {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;

  constructor(source: string) {
    const program = PRELUDE + source.replaceAll(/from "(\..*)\.ts"/g, 'from "$1.js"');
    const flags = ["--input-type=module", "--eval", program];
    this.#child = spawn(process.execPath, flags, { cwd: COMPILED, stdio: ["ignore", "pipe", "inherit"] });
    this.#ended = new Promise((resolve) => this.#child.on("close", resolve));
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("no pipe");
    this.#lines = createInterface(stdout)[Symbol.asyncIterator]();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The next line of the program's output. */
  async said(): Promise<string | undefined> {
    return (await this.#lines.next()).value;
  }

  /** Waits until the program has stopped itself. */
  async stopped(): Promise<void> {
    while (!/\) T /.test(readFileSync(`/proc/${this.pid}/stat`, "latin1"))) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  continue(): void {
    this.#child.kill("SIGCONT");
  }

  async ended(): Promise<void> {
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
