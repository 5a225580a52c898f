import { z } from "zod";
import { printable } from "./process-state.ts";

const HOLDER = z.object({
  /** `process.kill` takes no larger numbers, and 0 and below mean groups of processes. */
  pid: z.number().int().positive().max(0x7fffffff),
  host: z.string().transform(printable),
  worker: z.string().transform(printable).optional(),
  started: z.string().optional(),
  system: z.string().optional(),
  token: z.string().optional(),
});

/**
 * The process that holds a lease, as the file names it. `started` is the time since boot at which the process started,
 * in clock ticks; `system` names the boot of the machine and the namespace in which `pid` counts. Both are known on
 * Linux alone. `token` is random and differs between leases.
 */
export type Holder = Readonly<z.infer<typeof HOLDER>>;

/** The holder that the content of a lease names; undefined if it names none. */
export function parseHolder(content: unknown): Holder | undefined {
  return HOLDER.safeParse(content).data;
}
