import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { findChromium } from "../../../bin/setup/chromium.js";
import { figureImage } from "../../../src/node/figure/figure-file.ts";
import { figureOfRuns } from "../../../src/report/figure.ts";
import { formatPoints } from "../../../src/simulation/points.ts";
import { sampleRun } from "../../report/sample-points.ts";
import { compiled } from "../../setup/compiled.ts";
import { endsAll, MarkedRun, noneLeft } from "../orphans/marked-run.ts";

const temporaries = tmpdir();
const folder = mkdtempSync(join(temporaries, "gfq-ldpc-test-"));
writeFileSync(join(folder, "points.csv"), formatPoints(sampleRun("run").rows));
/** Chromium, whose answers nobody gets: no print comes to its end before a signal. The ninth descriptor keeps their pipe open. */
const silent = join(folder, "silent-chromium");
writeFileSync(silent, `#!/bin/sh\nexec "${findChromium()}" "$@" 9>&4 4>/dev/null\n`, { mode: 0o755 });
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Starts an `ldpc plot` that does not end, with a folder of its own for temporary files. */
function plot(name: string): { readonly run: MarkedRun; readonly temporary: string } {
  // A short path: Chromium aborts where its socket's path has more than 107 bytes.
  const temporary = mkdtempSync(join(temporaries, "p-"));
  vi.stubEnv("TMPDIR", temporary);
  vi.stubEnv("CHROMIUM", silent);
  const words = ["plot", "points.csv", "--out", `${name}.pdf`];
  return { run: new MarkedRun([compiled("src/cli/main.ts"), ...words], folder), temporary };
}

it("a PDF has one page of the size of the figure, with the package's fonts", async () => {
  const { figure } = figureOfRuns([sampleRun("a"), sampleRun("b", { code: "Kavčić & co. <2>" })], []);
  const pdf = (await figureImage(figure, "pdf", { width: 480, height: 360 })) as Buffer;
  const text = pdf.toString("latin1");
  expect(text.slice(0, 5)).toBe("%PDF-");
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // In points: a CSS pixel is three quarters of a point. Chromium rounds to its own pixels.
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.map(Number);
  expect(Math.abs(width - 360)).toBeLessThan(1);
  expect(Math.abs(height - 270)).toBeLessThan(1);
  expect(text).toMatch(/\/FontName\s*\/\w+\+DejaVuSans\b/);
});

it("Chromium ends with the process that prints, if that is killed", async () => {
  await endsAll(plot("killed").run, "--remote-debugging-pipe", "SIGKILL");
  expect(readdirSync(folder)).not.toContain("killed.pdf");
});

// test/cli/interrupt.node.test.ts has the other signals.
it("an interrupted print leaves no process and no file", async () => {
  const { run, temporary } = plot("interrupted");
  try {
    expect(await run.starts("--remote-debugging-pipe"), run.said).toBe(true);
    await run.end("SIGINT");
    expect(await run.ended).toBe(130);
    await noneLeft(run);
    await run.closed;
    expect(run.said).toBe("ldpc: interrupted; no PDF is written\n");
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(folder)).not.toContain("interrupted.pdf");
  } finally {
    run.destroy();
  }
});

it("a program that is no Chromium prints nothing", async () => {
  vi.stubEnv("CHROMIUM", "/bin/true");
  const { figure } = figureOfRuns([sampleRun("a")], []);
  await expect(figureImage(figure, "pdf", { width: 480, height: 360 })).rejects.toThrow(
    "/bin/true prints no PDF: it ended by status 0: is it a Chromium or Chrome?",
  );
  vi.unstubAllEnvs();
});
