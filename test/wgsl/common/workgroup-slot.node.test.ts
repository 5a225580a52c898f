import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { textNow } from "../../../src/engine/shader.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../../src/gpu/workgroup.ts";
import { FRAMES_MAXIMUM, SLOTS_PER_ROW, slotGrid } from "../../../wgsl/common/workgroup-slot.ts";
import { root } from "../../source-files.ts";

const SHARED = "common/workgroup-slot";

describe("workgroups y and z of a dispatch", () => {
  it.each([1, 63, 64, 65_535, 65_536, 65_537, 131_071, 524_288, FRAMES_MAXIMUM])("of %i slots", (slots) => {
    const [y, z] = slotGrid(slots);
    expect(Math.max(y, z)).toBeLessThanOrEqual(WORKGROUPS_MAXIMUM);
    // Each of the slots 0 … y·z − 1 occurs once: workgroup (y, z) has slot z·SLOTS_PER_ROW + y.
    if (z > 1) expect(y).toBe(SLOTS_PER_ROW);
    expect(y * z).toBeGreaterThanOrEqual(slots);
    expect(y * z - slots).toBeLessThan(z > 1 ? SLOTS_PER_ROW : 1);
  });

  it("are one row where a dimension has enough, as kernels of WORKGROUP_SIZE frames to a workgroup need it", () => {
    expect(slotGrid(WORKGROUPS_MAXIMUM)).toEqual([WORKGROUPS_MAXIMUM, 1]);
    expect(slotGrid(FRAMES_MAXIMUM / WORKGROUP_SIZE)).toEqual([WORKGROUPS_MAXIMUM, 1]);
  });
});

it("kernels and dispatches have rows of the same length", () => {
  expect(textNow(SHARED)).toContain(`const SLOTS_PER_ROW: u32 = ${SLOTS_PER_ROW}u;`);
});

it("a kernel has its slot from there, or WORKGROUP_SIZE of them", () => {
  const files = readdirSync(join(root, "wgsl"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".wgsl"))) {
    const name = file.slice(0, -".wgsl".length).replaceAll(sep, "/");
    if (name === SHARED) continue;
    const alone = textNow(name).match(/\b(id|workgroup)\.(y(?! \* WORKGROUP_SIZE\b)|z)\b.*/)?.[0];
    expect(alone, name).toBeUndefined();
  }
});
