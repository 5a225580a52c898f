import { joined } from "../../joined.ts";
import { aliasTable } from "../alias-table.ts";
import { noiseWords } from "../awgn.ts";
import type { DiscreteChannel } from "../discrete-channel.ts";
import { rayleighGains } from "./fading-gains.ts";
import { FARTHEST, FARTHEST_FADING, onGrid } from "./grid.ts";
import { hasSeveralSymbols, type Modulated, modulationOf, receivedModulation } from "./modulated.ts";
import { EXPONENTIALS_PER_LLR, SOFT_BITS, softTable } from "./soft-bits.ts";

/**
 * The discretised channel of a modulation of mean energy 1 over AWGN.
 * @param sigma noise standard deviation on each axis.
 * @param p bits of a code symbol, needed where a use carries several symbols.
 * @param growth the largest factor by which a coordinate grows before the noise.
 * @throws InputError as `onGrid`.
 */
export function modulatedChannel(modulated: Modulated, sigma: number, p?: number, growth = 1): DiscreteChannel {
  const modulation = p === undefined ? modulationOf(modulated) : receivedModulation(modulated, p);
  const hasFading = modulated.fading !== undefined;
  const grid = onGrid(modulation, sigma, Math.floor((hasFading ? FARTHEST_FADING : FARTHEST) / growth));
  const { step, dimensions } = grid;
  // Gains stand behind the points.
  const points = hasFading ? joined(Int32Array, [grid.points, rayleighGains()]) : grid.points;
  // The receiver's standard deviation of the noise.
  const assumed = sigma * 10 ** (-(modulated.mismatch ?? 0) / 20);
  const perSquaredStep = (step / assumed) ** 2 / 2;
  const common = { alphabet: "point", amplitude: 0, noise: aliasTable(noiseWords(step / sigma)) } as const;
  const isOfSymbols = modulated.demapper === "symbols";
  if (isOfSymbols && !(p !== undefined && hasSeveralSymbols(modulation, p))) {
    return { ...common, llrScale: Math.fround(perSquaredStep), tables: { points } };
  }
  const llrScale = 2 ** -SOFT_BITS;
  if (dimensions === 1 && !hasFading && !isOfSymbols) {
    const soft = softTable(grid, assumed, modulated.demapper === "log-map");
    return { ...common, llrScale, tables: { points, soft_table: joined(Int32Array, [soft, points]) } };
  }
  const soft = Float32Array.of(perSquaredStep * 2 ** SOFT_BITS, perSquaredStep * EXPONENTIALS_PER_LLR);
  return { ...common, llrScale, tables: { points, soft_scale: soft } };
}
