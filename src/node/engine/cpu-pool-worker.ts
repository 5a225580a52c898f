import { readSync } from "node:fs";
import { poolAnswers } from "../../engine/cpu/pool/answers.ts";
import type { PoolReply } from "../../engine/cpu/pool/pool.ts";
import type { RunInputs } from "../../engine/engine.ts";
import { INPUTS_PIPE, type PipedInput, type PipedMessage, type PoolWarning } from "./cpu-pool.ts";
import { optimizeEarly, optimizeLate } from "./late-optimization.ts";
import { nativeShaders } from "./native-shaders.ts";
import { shaderFiles } from "./shader-files.ts";

optimizeLate();

const tellParent = (message: PoolReply | PoolWarning) =>
  // A killed parent receives no messages.
  process.send?.(message, undefined, undefined, (error) => error && process.exit());
const warn = (warning: string) => tellParent({ warning });
const store = { ...shaderFiles(warn), native: nativeShaders(warn) };
const hear = poolAnswers(
  (reply, _, verb) => {
    // A program's first run has compiled its shaders.
    if (verb === "run") optimizeEarly();
    tellParent(reply);
  },
  { store },
);
process.on("message", ({ piped, ...message }: PipedMessage) => {
  if (message.request.verb === "prepare") optimizeLate();
  hear(message, piped && (() => readInputs(piped)));
});

const ARRAYS: Readonly<Record<string, typeof Float32Array | typeof Int32Array | typeof Uint32Array>> = {
  Float32Array,
  Int32Array,
  Uint32Array,
};

/** Memory of the last run's inputs, which have been copied to their program. */
let room = new ArrayBuffer(0);

/** Reads a run's inputs from their pipe, and waits for them. */
function readInputs(piped: readonly PipedInput[]): RunInputs {
  const length = piped.reduce((sum, input) => sum + 4 * input.length, 0);
  try {
    readRoom(length);
  } catch (error) {
    // The next run would read what is left of these inputs.
    process.stderr.write(`a process of the cpu engine could not read a run's inputs: ${error}\n`);
    process.exit(1);
  }
  let at = 0;
  const arrays = piped.map(({ name, type, length }) => {
    const data = new ARRAYS[type](room, at, length);
    at += data.byteLength;
    return [name, data] as const;
  });
  return Object.fromEntries(arrays);
}

/** Reads a number of bytes into `room`, which grows to hold them. */
function readRoom(length: number): void {
  if (room.byteLength < length) room = new ArrayBuffer(length);
  const bytes = new Uint8Array(room, 0, length);
  let read = 0;
  while (read < length) {
    const more = readSync(INPUTS_PIPE, bytes, read, length - read, null);
    if (more === 0) process.exit();
    read += more;
  }
}

process.on("disconnect", () => process.exit());
// Ctrl-C and the end of a terminal reach the whole process group; the parent decides the reaction.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
