import type { Code } from "../../wasm/code.ts";
import { extract, words } from "../../wasm/simd.ts";
import type { Node } from "../graph/node.ts";
import { OPERATIONS } from "../graph/operations.ts";
import type { CodeWriter } from "./code-writer.ts";
import { addressOf, loaded, stored } from "./memory.ts";
import { scalarCode } from "./operation.ts";

/** Names of the read-modify-write operations. One thread runs a kernel, so no operation needs an atomic instruction. */
export const ATOMICS = ["add", "or", "xor", "min_u", "max_u", "min_s", "max_s", "exchange"] as const;

/** A read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
export function atomic(emitter: CodeWriter, { args: [address, value, mask], value: operation, lanes }: Node): Code {
  const { code } = emitter;
  const active = emitter.active(mask);
  const result = emitter.temporary("result", "v128");
  const [place, before, operand] = ["place", "before", "operand"].map((name) => emitter.temporary(name, "i32"));
  const name = ATOMICS[operation];
  code.set(result, words(0));
  emitter.eachLane(active, (lane) => {
    const { base, offset } = addressOf(emitter, [address], lane, lanes?.[0] ?? 0);
    code.set(place, base);
    code.set(before, loaded("i32", { base: place, offset }));
    code.set(operand, value.type === "v128" ? extract(emitter.lanes(value), lane) : emitter.integer(value));
    const word = name === "exchange" ? operand.code : scalarCode(OPERATIONS[name], [before.code, operand.code]);
    code.do(stored({ base: place, offset }, { type: "i32", code: word }));
    code.set(result, { type: "v128", code: [result.code, before.code, 0xfd, 0x1c, lane] });
  });
  return result.code;
}
