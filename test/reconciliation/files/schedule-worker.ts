// A process of a schedule. It sends and checks messages of one end until it is ended. Like a command, it opens the key file anew for each
// message. Arguments: end, key file, folder of its messages, folder of the other end's messages, seed.
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../../src/errors.ts";
import { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { receive, send } from "./messages.ts";

const [end, path, out, from, seed] = process.argv.slice(2);
if (end !== "alice" && end !== "bob") throw new Error(`no end: ${end}`);
const random = randomNumbers(Number(seed));
const OPERATIONS = 60;

/** One of the other end's latest messages, which commands usually get, or any message. */
function chosen(): string | undefined {
  const names = readdirSync(from)
    .filter((name) => name.endsWith(".ldpc"))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const latest = random() < 0.7 ? names.slice(-2) : names;
  return latest[Math.floor(random() * latest.length)];
}

async function operate(number: number): Promise<void> {
  const key = AuthKey.open(path);
  try {
    if (random() < 0.6) {
      // No two messages have the same content, even from different processes.
      const content = Number(seed) * OPERATIONS + number;
      send(key, end as "alice", join(out, `${String(Date.now())}-${content}.ldpc`), content);
      return;
    }
    const name = chosen();
    if (name === undefined) return;
    await receive(key, end === "alice" ? "bob" : "alice", join(from, name));
    appendFileSync(join(out, "accepted"), `${name}\n`);
  } finally {
    key.close();
  }
}

for (let number = 0; number < OPERATIONS; number++) {
  try {
    await operate(number);
  } catch (error) {
    // A refusal, or a key file that is being overwritten. Any other error is a fault.
    if (!(error instanceof InputError)) throw error;
  }
  process.stdout.write(".");
}
