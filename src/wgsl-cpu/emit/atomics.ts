import type { Code } from "../../wasm/code.ts";
import { extract, words } from "../../wasm/simd.ts";
import type { Node } from "../graph/node.ts";
import { OPERATIONS } from "../graph/operations.ts";
import type { CodeWriter } from "./code-writer.ts";
import { addressOf, loaded, stored } from "./memory.ts";

/** Names of the read-modify-write operations. One thread runs a kernel, so no operation needs an atomic instruction. */
export const ATOMICS = ["add", "or", "xor", "min_u", "max_u", "min_s", "max_s", "exchange"] as const;

/** Emits a read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
export function emitAtomic(emitter: CodeWriter, { args: [address, value, mask], value: operation, lanes }: Node): void {
  const { code } = emitter;
  const active = emitter.active(mask);
  const result = emitter.temporary("result", "v128");
  const [place, before, operand] = ["place", "before", "operand"].map((name) => emitter.temporary(name, "i32"));
  code.set(result, words(0));
  emitter.eachLane(active, (lane) => {
    const { base, offset } = addressOf(emitter, address, lane, lanes?.[0] ?? 0);
    code.set(place, base);
    code.set(before, { type: "i32", code: loaded("i32", { base: place, offset }) });
    code.set(operand, value.type === "v128" ? extract(emitter.lanes(value), lane) : emitter.integer(value));
    code.do(
      stored({ base: place, offset }, { type: "i32", code: newWord(ATOMICS[operation], before.code, operand.code) }),
    );
    code.set(result, { type: "v128", code: [result.code, before.code, 0xfd, 0x1c, lane] });
  });
  emitter.get(result);
}

function newWord(name: (typeof ATOMICS)[number], before: Code, operand: Code): Code {
  if (name === "exchange") return operand;
  const { symbol, scalar } = OPERATIONS[name];
  const isChoice = symbol === "min" || symbol === "max";
  return isChoice ? [before, operand, before, operand, scalar!, 0x1b] : [before, operand, scalar!];
}
