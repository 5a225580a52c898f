import type { Code } from "../../../src/code/code.ts";
import { transmittedPositions } from "../../../src/code/rate-matching.ts";
import { codeBlock } from "../../../src/code/transport.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";

const PUNCTURED_COLUMNS = 2;

/**
 * The code of a segment of k information bits with n bits sent, by base graph 2 (3GPP TS 38.212, 5.2.2, 5.3.2 and
 * 5.4.2, redundancy version 0): the least lifting size, fillers after the information bits, and the fewest block rows
 * that give n bits. Their bits beyond n are punctured.
 * @throws InputError for k and n that base graph 2 does not serve.
 * @example segmentCode(64, 128).name // "nr-bg2-z11-rows8-fillers46-n128"
 */
export function segmentCode(k: number, n: number): Code {
  const served = k >= 1 && k <= 3824 && n > k && 3 * k <= 2 * n;
  const { liftingSize: z, fillers } = codeBlock(2, k);
  const rows = Math.max(4, Math.ceil((n + PUNCTURED_COLUMNS * z - k) / z));
  if (!served || rows > 42) throw new InputError(`k = ${k}, n = ${n}: base graph 2 has no code of this kind`);
  const code = loadCode(`nr-bg2-z${z}`, { rows, fillers });
  const unsent = transmittedPositions(code).slice(n);
  if (unsent.length === 0) return code;
  return {
    ...code,
    name: `${code.name}-n${n}`,
    punctured: Uint32Array.from([...(code.punctured ?? []), ...unsent]).sort(),
  };
}
