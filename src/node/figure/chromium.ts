import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** Milliseconds for Chromium's end after its pipe has been closed. */
const END_MILLISECONDS = 5000;
/** End of a message in either direction. */
const END = "\0";

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface Asked {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A headless Chromium that a pair of pipes controls, by the DevTools protocol. The system closes the pipes when this
 * process ends in any way, and Chromium ends when its pipes are closed.
 */
export class ControlledChromium {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  /** Why no answer can come any more. */
  #failure: Error | undefined;

  /** @param signal ends the program and all calls with the signal's reason. */
  constructor(program: string, flags: readonly string[], signal: AbortSignal) {
    this.#child = spawn(program, [...flags, "--remote-debugging-pipe", "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#fail(error);
        resolve();
      });
      this.#child.on("exit", (status, by) => {
        this.#fail(new Error(`it ended by ${by ?? `status ${status}`}: is it a Chromium or Chrome?`));
        resolve();
      });
    });
    const abort = () => this.#fail(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    void this.#ended.then(() => signal.removeEventListener("abort", abort));
    const { writing, reading } = this.#pipes();
    // The end of the program is reported by its exit.
    writing.on("error", () => {});
    reading.on("error", () => {});
    let text = "";
    reading.setEncoding("utf8").on("data", (part: string) => {
      const messages = (text + part).split(END);
      text = messages.pop()!;
      for (const message of messages) this.#take(JSON.parse(message));
    });
  }

  /** Calls a method of the protocol. @param session of a page; the browser's own if left out. @throws Error with Chromium's message. */
  call(method: string, params: object, session?: string): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      const id = ++this.#lastId;
      this.#asked.set(id, { resolve, reject });
      this.#pipes().writing.write(`${JSON.stringify({ id, method, params, sessionId: session })}${END}`);
    });
  }

  /** Ends Chromium, and waits for its end. */
  async close(): Promise<void> {
    for (const pipe of Object.values(this.#pipes())) pipe.destroy();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MILLISECONDS);
    await this.#ended;
    clearTimeout(timer);
  }

  #pipes(): { writing: Writable; reading: Readable } {
    const [, , , writing, reading] = this.#child.stdio;
    return { writing: writing as Writable, reading: reading as Readable };
  }

  #take({ id, result, error }: Answer): void {
    // An event has no id.
    const asked = this.#asked.get(id ?? 0);
    this.#asked.delete(id ?? 0);
    if (error === undefined) asked?.resolve(result ?? {});
    else asked?.reject(new Error(error.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#asked.values()) reject(this.#failure);
    this.#asked.clear();
  }
}
