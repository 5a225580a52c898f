import type { Code } from "../src/code/code.ts";
import { readCodeJson } from "../src/code/formats/json.ts";
import { loadText } from "./engines.ts";

// A separate constant, because Vite would replace `new URL` if it stood beside a path made at run time.
const HERE = import.meta.url;

/** Loads a code of the folder codes/, also in a browser: `tiny/tiny12-gf8`. */
export async function packagedCode(name: string): Promise<Code> {
  return readCodeJson(await loadText(new URL(`../codes/${name}.json`, HERE)), name);
}
