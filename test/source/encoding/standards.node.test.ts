import { it } from "vitest";
import { listFamilyCodes, loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { itLong } from "../../sweep.ts";
import { expectEncoding } from "./expect-encoding.ts";

const engines = bothEngines();
const wifi = listFamilyCodes().filter(({ family }) => family === "wifi");

itLong("all of 802.11n are encoded on the device as on the host", async () => {
  for (const { name } of wifi) await expectEncoding(engines, loadCode(name), 2);
});

it.each([
  ["wimax-576-288", {}],
  ["wimax-1056-880", {}],
  ["wimax-1440-960b", {}],
  ["wimax-2304-1728a", {}],
  ["nr-bg1-z2", {}],
  ["nr-bg1-z36", { rows: 9, fillers: 57 }],
  ["nr-bg1-z384", { rows: 4 }],
  ["nr-bg1-z384", { fillers: 8 }],
  ["nr-bg2-z52", { rows: 13, fillers: 20 }],
  ["nr-bg2-z320", {}],
  ["dvbs2-16200-12600", {}],
  ["dvbs2-16200-3240", {}],
  ["dvbs2-64800-43200", {}],
])("%s %j is encoded on the device as on the host", async (name, options) => {
  await expectEncoding(engines, loadCode(name, options), 2);
});
