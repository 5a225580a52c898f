import type { EngineInfo } from "../engine/engine.ts";
import { meansCard } from "../node/cards/cards.ts";
import { requestAdapter } from "../node/engine/dawn.ts";
import { type EngineChoice, engineChoice } from "../node/engine/engines.ts";
import { packageVersion } from "../node/program.ts";
import { type DeviceFinding, type DeviceReport, testDevice, testsInProcesses } from "../node/selftest/device.ts";
import { type Finding, selftest } from "../node/selftest/selftest.ts";
import { counted, formatDuration } from "../report/format.ts";
import { sum } from "../sum.ts";
import { defineCommand, flag, inGroup, number, text } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { CommandExit } from "./exit.ts";
import { chosenEngineInfo, ENGINE_OPTIONS } from "./options/decoder.ts";
import { print, printJson, tell } from "./output.ts";

/** Width of the column of a step's name. */
const NAME_WIDTH = 18;

export default defineCommand({
  options: {
    ...inGroup("Files", {
      ledger: text(
        { placeholder: "FOLDER", example: "/scratch/me" },
        "folder to test, on the file system that workers will share; the test's files are removed",
      ),
    }),
    device: flag("test the device: every decoder against the CPU engine", { group: "Computing" }),
    ...inGroup("Output", { json: flag("print JSON instead of text") }),
    workers: number({ group: "Computing", example: "8", whole: 2, maximum: 8, default: 4 }, "worker processes"),
    ...ENGINE_OPTIONS,
  },
  about: [
    "--device decodes the same frames on the device and on the CPU engine, by every check-node rule with every number format, schedule and mapping, and compares decisions, iterations and verdicts of every frame. It prints driver, limits and features, and one line to paste into a report; its digest is the same on every device. Takes about a minute on a GPU.",
    "--ledger runs a small simulation in several processes on the CPU, kills some of them, tears their last lines, removes claims and leaves rubbish, makes the folder read-only for a while, and compares points.csv with that of one process. Takes about half a minute.",
    "Ends with status 3 if a check fails. One host is one client of a file server: conflicts between two clients do not show.",
  ],
  examples: {
    "ldpc selftest --ledger /scratch/me": "find out whether workers can share the folder",
    "ldpc selftest --device": "find out whether this GPU computes the CPU engine's bits",
  },
  async run({ ledger, workers, device, json, ...choice }) {
    if ((ledger === undefined) !== device) throw new UsageError("say either --ledger FOLDER or --device");
    if (ledger === undefined) return selftestDevice(choice, json);
    const findings: Finding[] = [];
    const isGood = await selftest(ledger, workers, (finding) => {
      findings.push(finding);
      const { name, verdict, text: said } = finding;
      if (!json) print(`${verdict.padEnd(8)}  ${name.padEnd(NAME_WIDTH)}  ${said}`);
    });
    if (json) printJson("selftest 1", { ledger, isGood, findings });
    if (!isGood) throw new CommandExit(`workers cannot share ${ledger}, as reported above`, 3);
    if (!json) print(`workers can share ${ledger}`);
  },
});

/** Seconds between two lines of progress. */
const SECONDS = 5;
/** Width of the column of a rule's name. */
const RULE_WIDTH = 20;

/** Tests the chosen device. @throws CommandExit with status 3 if a decoder computes something else than the CPU engine. */
async function selftestDevice(options: EngineChoice, json: boolean): Promise<void> {
  const began = performance.now();
  const info = await chosenEngineInfo(options);
  const { tests, end } = testsInProcesses(engineChoice(options));
  try {
    const say = json ? () => {} : print;
    for (const line of await deviceLines(info, options.adapter)) say(line);
    let next = began + 1000 * SECONDS;
    let done = 0;
    const told = (finding: DeviceFinding) => {
      done++;
      if (!finding.isGood) say(`bad   ${finding.decoder}, ${finding.code}: ${faultText(finding)}`);
      if (performance.now() < next) return;
      next = performance.now() + 1000 * SECONDS;
      tell(`${counted(done, "decoder")} so far, now ${finding.rule}`);
    };
    const report = await testDevice(tests, told);
    for (const { decoder, reason } of report.leftOut) say(`left out  ${decoder}: ${reason}`);
    for (const line of ruleLines(report)) say(line);
    const seconds = (performance.now() - began) / 1000;
    say(`\n${reportLine(report, `${info.adapter}, ${info.driver}`, seconds)}`);
    const bad = report.findings.filter(({ isGood }) => !isGood).length;
    if (json) printJson("selftest 1", { device: info, isGood: bad === 0, ...report, seconds });
    if (bad > 0)
      throw new CommandExit(
        `${counted(bad, "decoder")} of this device compute other results than the CPU engine, as reported above`,
        3,
      );
  } finally {
    end();
  }
}

/** Driver, limits and features of the device. */
async function deviceLines(info: EngineInfo, asked: string | undefined): Promise<string[]> {
  const lines = [`device    ${info.adapter}`, `driver    ${info.driver}`];
  // A card's number or address has bound this process to the card.
  const name = asked === undefined || meansCard(asked) ? undefined : asked;
  const adapter = info.engine === "gpu" ? await requestAdapter(name) : undefined;
  if (adapter === undefined) return [...lines, ""];
  const limits = [
    "maxComputeWorkgroupStorageSize",
    "maxComputeInvocationsPerWorkgroup",
    "maxStorageBufferBindingSize",
    "maxBufferSize",
  ] as const;
  return [
    ...lines,
    `limits    ${limits.map((limit) => `${limit} ${adapter.limits[limit]}`).join(", ")}`,
    `features  ${[...adapter.features].sort().join(", ")}`,
    "",
  ];
}

function faultText({ failure, differing, frames, isExact }: DeviceFinding): string {
  if (failure !== undefined) return failure.split("\n")[0];
  return `${differing} of ${frames} frames differ${isExact ? "" : ", more than the rule's tolerance allows"}`;
}

function ruleLines({ findings }: DeviceReport): string[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.map((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    const isGood = own.every((finding) => finding.isGood);
    const differing = sum(own.map((finding) => finding.differing));
    const frames = sum(own.map((finding) => finding.frames));
    const said = own[0].isExact && isGood ? "same bits" : `${differing} of ${frames} frames differ`;
    const why = own[0].isExact ? "" : ", within the rule's tolerance";
    return `${isGood ? "good" : "bad "}  ${rule.padEnd(RULE_WIDTH)}  ${counted(own.length, "decoder")}: ${said}${isGood ? why : ""}`;
  });
}

/** One line to paste into a report. */
function reportLine({ findings, digest }: DeviceReport, device: string, seconds: number): string {
  const exact = findings.filter(({ isExact }) => isExact);
  const others = findings.filter(({ isExact }) => !isExact);
  const good = (some: readonly DeviceFinding[]) => `${some.filter(({ isGood }) => isGood).length} of ${some.length}`;
  return `gfq-ldpc ${packageVersion()} selftest on ${device}, ${process.platform}: ${good(exact)} decoders same bits (${digest.slice(0, 16)}), ${good(others)} within tolerance, ${formatDuration(seconds)}`;
}
