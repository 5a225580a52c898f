import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figureOfRuns } from "../../src/report/figure.ts";
import { escapeTex, texFigure, texOfMarkup } from "../../src/report/tex.ts";
import { sampleRun } from "./sample-points.ts";

/** The commands and groups that may occur in escaped text. */
const ALLOWED = /\\(?:text[a-z]+\{\}|[{}$&#%_])|\$(?:-|\\geq|\\sigma|\\alpha)\$|-\{\}/g;

describe("escapeTex", () => {
  it("leaves no character that LaTeX takes for a command", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\\{}$&#%_^~<>|"`-a1−≥σ\n\t\u0000', " ", "é") }), (text) => {
        expect(escapeTex(text).replace(ALLOWED, "")).not.toMatch(/[\\{}$&#%_^~<>|"`\n\t]|--/);
      }),
    );
    expect(escapeTex("\\input{/etc/passwd}% $x_1$")).toBe("\\textbackslash{}input\\{/etc/passwd\\}\\% \\$x\\_1\\$");
  });

  it("sets the markup of labels", () => {
    expect(texOfMarkup("<i>E</i><sub>b</sub> &lt;b&gt;")).toBe(
      "\\textit{E}\\textsubscript{b} \\textless{}b\\textgreater{}",
    );
  });
});

describe("texFigure", () => {
  it("has every point, interval and entry, with braces that match", () => {
    const runs = [sampleRun("a", { stopped_by: "unfinished" }, true), sampleRun("b", { seed: 2 })];
    for (const style of ["screen", "paper"] as const) {
      for (const intervals of ["bars", "band", "none"] as const) {
        const { figure } = figureOfRuns(runs, [], { style, intervals, labels: ["50%_{a}", "b"] });
        const tex = texFigure(figure, { width: 320, height: 240 });
        expect(tex).toContain("width=240.9pt, height=180.67pt,");
        const plain = tex.replace(/\\[{}]/g, "");
        expect(plain.split("{").length).toBe(plain.split("}").length);
        expect(tex.match(/\\addplot/g)).toHaveLength(figure.panels[0].curves.length);
        expect(tex.match(/\\addlegendentry/g)).toHaveLength(tex.match(/\\addlegendimage/g)?.length ?? 0);
        expect(tex).toContain("\\addlegendentry{50\\%\\_\\{a\\}}");
        expect(tex).toContain("\n2.5 0.0379232");
        // An upper limit has a bar down in every form.
        expect(tex.match(/y explicit/g)?.length).toBe(intervals === "bars" ? 6 : 2);
        expect(tex.includes("fill opacity")).toBe(intervals === "band");
      }
    }
  });

  it("is as wide as a line of text if it has no size", () => {
    const { figure } = figureOfRuns([sampleRun("a", {}, true)], []);
    expect(texFigure(figure)).toContain("  width=\\linewidth, height=0.72\\linewidth,\n");
  });
});
