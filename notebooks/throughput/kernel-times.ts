import binary from "../../experiments/results/binary-throughput-h200.json" with { type: "json" };

/** Name of the group of kernels that only a simulation needs: random words, encoding, noise, counting. */
const SIMULATION = "source, encoder, noise, counters";

/** Microseconds per frame of each group of kernels. */
export interface KernelTimes {
  readonly name: string;
  readonly microseconds: Readonly<Record<string, number>>;
}

/** The group of each kernel of the recorded runs. */
const GROUPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["chip/iterations", "resident"].map((kernel) => [kernel, "all iterations"])),
  check: "check nodes",
  variable: "variable nodes",
  syndrome: "syndrome",
  ...Object.fromEntries(["pack-llr", "decide"].map((kernel) => [kernel, "LLRs, decisions"])),
};

/** Times of the binary decoders' kernels. Kernels that only a simulation needs are one group. */
export const kernelTimes: readonly KernelTimes[] = Object.entries(binary.details).flatMap(([name, run]) => {
  if (!("stages" in run)) return [];
  const microseconds: Record<string, number> = {};
  for (const [kernel, seconds] of Object.entries(run.stages as Record<string, number>)) {
    const group = GROUPS[kernel.replace("binary/", "")] ?? SIMULATION;
    microseconds[group] = (microseconds[group] ?? 0) + (seconds / run.frames) * 1e6;
  }
  return [{ name: shortName(name), microseconds }];
});

function shortName(name: string): string {
  const [code, decoder] = name.split(": ");
  const words = decoder
    .split(" ")
    .filter((word) => /^(schedule|messages|iterations|order)=/.test(word))
    .map((word) => word.replace(/^(schedule|messages|iterations)=/, ""));
  return `${code}<br>${decoder.split(" ")[0]}<br>${words.join(" ")}`;
}
