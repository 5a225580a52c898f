import { type ChannelParameter, channels } from "../../src/index.ts";
import type { Settings } from "./settings.ts";

export { mountLiveSimulation } from "./mount.ts";

/** Settings in the page's address, so that a simulation can be linked: `?code=…&decoder=…&ebn0=1:0.5:3&seed=7`. */
export function settingsOfAddress(search: string): Partial<Settings> & { engine?: "cpu" } {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? undefined;
  const count = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const known = Object.values(channels).filter(({ needsTables }) => !needsTables);
  const parameter = known.find((kind) => query.has(kind.parameter))?.parameter as ChannelParameter | undefined;
  const settings = {
    code: text("code"),
    decoder: text("decoder"),
    parameter,
    points: parameter && text(parameter),
    seed: count("seed"),
    maxErrors: count("max-errors"),
    maxFrames: count("max-frames"),
    engine: query.get("engine") === "cpu" ? ("cpu" as const) : undefined,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
