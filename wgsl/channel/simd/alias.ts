import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32 } from "../../../src/wasm/i32.ts";
import { binary, extractWord, floats, loadLane, select, shift, words } from "../../../src/wasm/simd.ts";

const CELLS = 4095;
const CELL_BITS = 12;
const LANES = 4;

/**
 * The outcomes of four random words; twin: `aliasSample`.
 * @param noise address of the alias table.
 */
export function aliasOutcome(f: FunctionBuilder, noise: I32, random: V128): V128 {
  const cell = f.vector(binary("v128.and", random, words(CELLS)));
  const offset = f.vector(shift("i32x4.shl", cell, i32(2)));
  const entry = f.vector(floats(0));
  for (let lane = 0; lane < LANES; lane++) f.set(entry, loadLane(add(noise, extractWord(offset, lane)), entry, lane));
  const stays = binary(
    "i32x4.lt_s",
    shift("i32x4.shr_u", random, i32(CELL_BITS)),
    shift("i32x4.shr_u", entry, i32(CELL_BITS)),
  );
  return select(cell, binary("v128.and", entry, words(CELLS)), f.vector(stays));
}
