import { InputError } from "../../../errors.ts";
import type { Dispatch } from "../../../gpu/program.ts";
import { refuseGivenCheck } from "../../binary/given-rule.ts";
import { NODE_OPTIONS } from "../../binary/node-rules.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import { symbolOsdOn } from "../../osd/symbols/basis.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { optionsOf } from "../../spec.ts";
import { FROM_OPTION, SYMBOL_REPROCESS_OPTIONS } from "./options.ts";
import { symbolOsdReprocessedProgram } from "./program.ts";

/** The posteriors of the main decoder. They are not its soft output: decisions of failed frames change afterwards. */
const POSTERIORS = "posterior_llr";

/**
 * The decoder of a rule over GF(q), with reprocessing of failed frames as its spec asks.
 * @param hasPosteriors whether the family can write posteriors, so that there is an option to order positions by them.
 */
export function symbolReprocessingRule(rule: CheckNodeRule, hasPosteriors: boolean): CheckNodeRule {
  const own = hasPosteriors
    ? { ...NODE_OPTIONS, ...SYMBOL_REPROCESS_OPTIONS, ...FROM_OPTION }
    : SYMBOL_REPROCESS_OPTIONS;
  return {
    ...rule,
    options: { ...rule.options, ...own },
    decoder(code, spec, limits, request = {}) {
      if (hasPosteriors) refuseGivenCheck(spec);
      const options = optionsOf(SYMBOL_REPROCESS_OPTIONS, spec);
      if (options.reprocess !== "osd") return rule.decoder(code, spec, limits, request);
      const { "osd-basis": basis, "osd-order": order, "osd-sweep": sweep } = options;
      const { syndrome = false, frames = Number.POSITIVE_INFINITY } = request;
      const osd = symbolOsdOn("reprocess=osd", code.matrix, { basis, order, sweep, syndrome }, limits);
      const byPosteriors = spec.options["osd-from"] === "posterior";
      const main = rule.decoder(code, spec, limits, { ...request, soft: byPosteriors });
      const { iterations } = spec;
      const reprocessing = { osd, matrix: code.matrix, iterations, syndrome, frames };
      if (!byPosteriors) return symbolOsdReprocessedProgram(main, reprocessing, limits);
      const named = withPosteriors(main, spec.rule);
      return symbolOsdReprocessedProgram(named, { ...reprocessing, posteriors: POSTERIORS }, limits);
    },
  };
}

/** The program with its soft output as a buffer of another name. @throws InputError if it has none. */
function withPosteriors(main: DecoderProgram, rule: string): DecoderProgram {
  const { soft, ...buffers } = main.buffers;
  if (soft === undefined) {
    throw new InputError(`${rule} with these options has no posteriors for osd-from=posterior: give osd-from=channel`);
  }
  const renamed = (dispatches: readonly Dispatch[]) =>
    dispatches.map((dispatch) => ({
      ...dispatch,
      buffers: dispatch.buffers.map((name) => (name === "soft" ? POSTERIORS : name)),
    }));
  return {
    ...main,
    buffers: { ...buffers, [POSTERIORS]: soft },
    start: renamed(main.start),
    iterate: renamed(main.iterate),
    afterIterations: renamed(main.afterIterations),
  };
}
