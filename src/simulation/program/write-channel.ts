import type { DiscreteChannel } from "../../channel/discrete-channel.ts";
import type { PreparedProgram } from "../../engine/engine.ts";

/** Writes the tables of a channel point to the buffers of a prepared Monte-Carlo program. */
export function writeChannel(prepared: Pick<PreparedProgram, "write">, { noise, tables = {} }: DiscreteChannel): void {
  // Mechanisms of an error model have no noise beside their tables.
  if (noise.length > 0) prepared.write("noise", noise);
  for (const [name, table] of Object.entries(tables)) prepared.write(name, table);
}
