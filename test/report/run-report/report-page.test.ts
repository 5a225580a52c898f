import { expect, it } from "vitest";
import { reportPage } from "../../../src/report/run-report/report-page.ts";
import { gapsTable, pointsTable } from "../../../src/report/run-report/tables.ts";
import { sampleRun } from "../sample-points.ts";

const EVIL = '</td><script>alert(1)</script><img src=x onerror="alert(2)">&amp;';

it("a report has every text as text, and neither scripts nor links", () => {
  const drawing = '<svg><clipPath id="a"></clipPath><g clip-path="url(#a)"></g></svg>';
  const section = { heading: EVIL, paragraphs: [EVIL], figure: { wide: drawing, narrow: drawing } };
  const page = reportPage({ title: EVIL, sections: [{ ...section, tables: [{ headers: [EVIL], rows: [[EVIL]] }] }] });
  expect(page).not.toMatch(/<script|<img|<link|href=|src="/);
  expect(page.match(/&lt;script&gt;/g)).toHaveLength(6);
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("size: A4");
  // Each drawing refers to its own clip path.
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(page).toContain(`url(#${id})`);
});

it("points without errors have their upper bound", () => {
  const { headers, rows } = pointsTable(sampleRun("a", {}, true).rows, false);
  expect(headers.slice(3, 5)).toEqual(["SER", "BER"]);
  expect(rows.every(({ length }) => length === headers.length)).toBe(true);
  expect(rows[0].slice(0, 3)).toEqual(["Eb/N0 2.5 dB", "3.79e-2", "[3.33e-2, 4.30e-2]"]);
  expect(rows[2][1]).toBe("< 1.23e-4");
});

it("points of a binary code have no SER, which is their BER", () => {
  const { headers, rows } = pointsTable(sampleRun("a", {}, true).rows, true);
  expect(headers.slice(2, 5)).toEqual(["95 % interval", "BER", "frames"]);
  expect(rows.every(({ length }) => length === headers.length)).toBe(true);
});

it("gaps are distances in dB behind the best curve at the same FER", () => {
  const curve = (name: string, shift: number) => ({
    kind: "run" as const,
    name,
    parameter: "ebn0" as const,
    points: [0.5, 5e-3].map((value, i) => ({
      x: i + shift,
      fer: { value, interval: [value / 2, value * 2] as const },
    })),
  });
  const table = gapsTable([curve("a", 1.25), curve("b", 1)]);
  expect(table?.headers).toEqual(["curve", "Eb/N0 at FER 1e-1", "Eb/N0 at FER 1e-2"]);
  // From ln 0.5 to ln 0.005 over 1 dB, so FER 0.1 is at log10(5)/2.
  expect(table?.rows.map(([, first]) => first)).toEqual([
    expect.stringMatching(/^1\.60 dB \[1\.45, 1\.75\], \+0\.25 dB$/),
    expect.stringMatching(/^1\.35 dB \[1\.20, 1\.50\], best$/),
  ]);
  expect(gapsTable([{ ...curve("a", 0.02), parameter: "qber" }])).toBeUndefined();
  expect(gapsTable([])).toBeUndefined();
});
