import { aliasTable } from "../alias-table.ts";
import { noiseWords } from "../awgn.ts";
import type { DiscreteChannel } from "../discrete-channel.ts";
import { rayleighGains } from "./fading-gains.ts";
import { FARTHEST, FARTHEST_FADING, onGrid } from "./grid.ts";
import { type Modulated, modulationOf } from "./modulated.ts";
import { EXPONENTIALS_PER_LLR, SOFT_BITS, softTable } from "./soft-bits.ts";

/**
 * The discretised channel of a modulation of mean energy 1 over AWGN.
 * @param sigma noise standard deviation on each axis.
 * @throws InputError as `onGrid`.
 */
export function modulatedChannel(modulated: Modulated, sigma: number): DiscreteChannel {
  const hasFading = modulated.fading !== undefined;
  const grid = onGrid(modulationOf(modulated), sigma, hasFading ? FARTHEST_FADING : FARTHEST);
  const { step, dimensions } = grid;
  // Gains stand behind the points.
  const points = hasFading ? Int32Array.of(...grid.points, ...rayleighGains()) : grid.points;
  const perSquaredStep = (step / sigma) ** 2 / 2;
  const common = { alphabet: "point", amplitude: 0, noise: aliasTable(noiseWords(step / sigma)) } as const;
  if (modulated.demapper === "symbols") return { ...common, llrScale: Math.fround(perSquaredStep), tables: { points } };
  const llrScale = 2 ** -SOFT_BITS;
  if (dimensions === 1 && !hasFading) {
    const soft = softTable(grid, sigma, modulated.demapper === "log-map");
    return { ...common, llrScale, tables: { points, soft_table: soft } };
  }
  const soft = Float32Array.of(perSquaredStep * 2 ** SOFT_BITS, perSquaredStep * EXPONENTIALS_PER_LLR);
  return { ...common, llrScale, tables: { points, soft_scale: soft } };
}
