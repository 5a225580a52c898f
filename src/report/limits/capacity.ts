import { capacityLimit } from "../../channel/limits/channel-limits.ts";
import { type Limit, verticalLine } from "./limit.ts";

/** The value of the channel's parameter at which the capacity is the code's rate. Tables have single values alone. */
export const capacity: Limit = {
  of: "code",
  text: "capacity equals the rate",
  dash: "dash",
  knownFor: "channels by a parameter without block fading, and words of a code, not of its cosets",
  curve: (run) => (run.kind.values === undefined ? verticalLine(capacityLimit(run.kind, run.size), run) : undefined),
};
