import { z } from "zod/mini";
import { unlessRefused } from "../errors.ts";
import { CHANNEL_KINDS, CHANNEL_PARAMETERS, type ChannelFamily, type ChannelPoint, channelKind } from "./channels.ts";
import {
  DEMAPPERS,
  ENTRIES_MAXIMUM,
  LABELINGS,
  MISMATCH_MAXIMUM,
  MODULATION_NAMES,
  type NamedOrder,
  type OwnPoints,
  ownPoints,
  ROWS_MAXIMUM,
  readOwnOrder,
} from "./modulation/modulated.ts";
import { type ChannelTables, channelTables, requireTables } from "./table/channel-tables.ts";

const COUNT = z.int().check(z.nonnegative());

const OWN_ORDER = z
  .strictObject({
    name: z.string(),
    count: COUNT,
    digest: z.string(),
    entries: z.array(COUNT).check(z.minLength(1), z.maxLength(ENTRIES_MAXIMUM)),
  })
  .check(
    z.refine<Required<NamedOrder>>(({ name, count, digest, entries }) => {
      const own = unlessRefused(() => readOwnOrder(entries.join(" "), name));
      return own?.count === count && own.digest === digest;
    }, "count and digest do not belong to the entries, or these are no permutation"),
  );

/** How labels are used. */
const LABEL_USE = {
  demapper: z.enum(DEMAPPERS),
  interleaver: z.optional(
    z.union([
      COUNT,
      z.literal("5g"),
      z.strictObject({ rows: z.int().check(z.positive(), z.lte(ROWS_MAXIMUM)) }),
      OWN_ORDER,
    ]),
  ),
  mismatch: z.optional(z.number().check(z.gte(-MISMATCH_MAXIMUM), z.lte(MISMATCH_MAXIMUM))),
  fading: z.optional(z.int().check(z.positive())),
};
const OWN_POINTS = z
  .strictObject({
    count: COUNT,
    digest: z.string(),
    coordinates: z.array(z.tuple([z.number(), z.number()])).check(z.minLength(2), z.maxLength(256)),
  })
  .check(
    z.refine<Required<OwnPoints>>(({ count, digest, coordinates }) => {
      const own = ownPoints(coordinates);
      return own.count === count && Number.isInteger(Math.log2(count)) && own.digest === digest;
    }, "count and digest are not those of the coordinates"),
  );

const TABLE = z.strictObject({
  at: z.number(),
  probabilities: z.array(z.array(z.number()).check(z.minLength(1))).check(z.minLength(1)),
  llr: z.optional(z.array(z.number())),
});
const TABLES = z
  .strictObject({ name: z.string(), inputs: COUNT, outputs: COUNT, digest: z.string(), tables: z.array(TABLE) })
  .check(
    z.refine<Required<ChannelTables>>(({ name, inputs, outputs, digest, tables }) => {
      const own = unlessRefused(() =>
        channelTables(
          name,
          requireTables(tables, () => ({})),
        ),
      );
      return own?.inputs === inputs && own.outputs === outputs && own.digest === digest;
    }, "sizes and digest do not fit the tables"),
  );

const FAMILY = {
  name: z.enum(CHANNEL_KINDS.map(({ name }) => name)),
  parameter: z.enum(CHANNEL_PARAMETERS),
  modulation: z.optional(
    z.union([
      z.strictObject({ name: z.enum(MODULATION_NAMES), labeling: z.enum(LABELINGS), ...LABEL_USE }),
      z.strictObject({ name: z.string(), labeling: z.literal("own"), points: OWN_POINTS, ...LABEL_USE }),
    ]),
  ),
  table: z.optional(TABLES),
  options: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
};
const OF_PARAMETER = z.refine<ChannelFamily>(
  (family) =>
    (family.table !== undefined) === (family.parameter === "at") &&
    unlessRefused(() => channelKind(family)) !== undefined,
  "the channel has another parameter, or other options",
);

/** The channel of a run. */
export const CHANNEL_FAMILY: z.ZodMiniType<ChannelFamily> = z.strictObject(FAMILY).check(OF_PARAMETER);

/** The channel of a task, at a point. */
export const CHANNEL_POINT: z.ZodMiniType<ChannelPoint> = z
  .strictObject({ ...FAMILY, value: z.number() })
  .check(OF_PARAMETER);
