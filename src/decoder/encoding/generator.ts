import type { SystematicEncoder } from "../../code/encoder.ts";
import { galoisTables } from "../../kernel/galois-tables.ts";
import { GROUP } from "../../kernel/range.ts";
import { constantBuffer } from "../program.ts";
import type { Encoding } from "./encoding.ts";

/** Codes without structure, over any field: a dense generator. Shortened symbols are zeros among the information. */
export function generatorEncoding(encoder: SystematicEncoder): Encoding {
  const { field, n, k, rank, informationPositions, parityPositions, parity } = encoder;
  return {
    stages: [
      {
        kernel: "encode",
        constants: { Q: field.q, N: n, K: k, RANK: rank },
        buffers: ["generator_position", "parity_position", "generator", "galois_tables", "codeword"],
        groups: Math.ceil(rank / GROUP),
      },
    ],
    buffers: {
      generator_position: constantBuffer(informationPositions),
      parity_position: constantBuffer(parityPositions),
      generator: constantBuffer(Uint32Array.from(parity)),
      galois_tables: constantBuffer(galoisTables(field)),
    },
  };
}
