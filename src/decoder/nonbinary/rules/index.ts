import type { CheckNodeRule } from "../../rule.ts";
import { basicSetTrellisMinMax } from "./basic-set-trellis-min-max.ts";
import { ems } from "./ems.ts";
import { minMax } from "./min-max.ts";
import { oneMinimumTrellisMinMax } from "./one-minimum-trellis-min-max.ts";
import { qspa } from "./qspa.ts";
import { qspaGrid } from "./qspa-grid.ts";
import { trellisMinMax } from "./trellis-min-max.ts";

/** Check-node rules over GF(q) by the name of their decoders. `npx vitest run test/decoder/rules-index -u` adds a rule. */
export const nonbinaryRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": minMax,
  ems,
  "trellis-min-max": trellisMinMax,
  "one-minimum-trellis-min-max": oneMinimumTrellisMinMax,
  "basic-set-trellis-min-max": basicSetTrellisMinMax,
  qspa,
  "qspa-grid": qspaGrid,
};
