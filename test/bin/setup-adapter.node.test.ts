import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chromiumRemedy, findChromium } from "../../bin/setup/chromium.js";
import { newFolder } from "../new-folder.ts";

const script = fileURLToPath(new URL("../../bin/setup-adapter.js", import.meta.url));
const folder = newFolder();

const DEBIAN_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';
const APT_GET =
  'apt-get -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache"';
const INSTALL = `${APT_GET} install -y --no-install-recommends`;

describe("the plan for a machine without an adapter", () => {
  it("takes Debian 12's Mesa from backports, which it adds to sources of its own", () => {
    const [reason, ...commands] = plan(DEBIAN_12, "--privilege", "root");
    expect(reason).toContain("Debian GNU/Linux 12 (bookworm) gets a software Vulkan device");
    expect(reason).toContain("Would run:");
    expect(commands[1]).toMatch(/^echo 'deb .* bookworm-backports main' > "\$apt\/sources\/gfq-ldpc-backports\.list"$/);
    expect(commands.slice(2)).toEqual([
      `${APT_GET} update`,
      `${INSTALL} -t bookworm-backports mesa-vulkan-drivers libvulkan1`,
    ]);
  });

  it("goes through sudo where that asks for no password, and only shows the commands where it does", () => {
    expect(plan(DEBIAN_12, "--privilege", "sudo")[0]).toContain("Would run:");
    const [reason, ...commands] = plan(DEBIAN_12, "--privilege", "none");
    expect(reason).toContain("Would stop and ask to run:");
    expect(commands[0]).toContain(`trap 'sudo rm -rf "$apt"' EXIT`);
    expect(commands.slice(2).every((command) => command.startsWith("sudo apt-get "))).toBe(true);
  });

  it.each([
    ["Debian 13", 'ID=debian\nVERSION_ID="13"', `${INSTALL} chromium`],
    ["Ubuntu 22.04", 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"', "snap install chromium"],
    ["Ubuntu 24.04", 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"', "snap install chromium"],
    ["Linux Mint 22", "ID=linuxmint\nID_LIKE='ubuntu debian'\nVERSION_ID='22'", `${INSTALL} chromium`],
  ])("takes %s's own Mesa, and Chromium, Slurm and Python in CI", (name, osRelease, chromium) => {
    const [reason, ...commands] = plan(`PRETTY_NAME="${name}"\n${osRelease}\n`, "--privilege", "root", "--ci");
    expect(reason).toContain(name);
    const slurm = `${INSTALL} slurmctld slurmd slurm-client munge`;
    const python = `${INSTALL} python3 python3-numpy`;
    expect(commands.slice(1)).toEqual([
      `${APT_GET} update`,
      `${INSTALL} mesa-vulkan-drivers libvulkan1`,
      chromium,
      slurm,
      python,
    ]);
  });

  it.each([
    ["Fedora Linux 44", "ID=fedora\nVERSION_ID=44", "sudo dnf install -y mesa-vulkan-drivers vulkan-loader"],
    ["Arch Linux", "ID=arch", "sudo pacman -S --needed vulkan-swrast vulkan-icd-loader"],
    ["openSUSE Leap", 'ID="opensuse-leap"\nID_LIKE="suse opensuse"', "sudo zypper install libvulkan_lvp libvulkan1"],
  ])("names the command on %s", (name, osRelease, command) => {
    const [reason, ...commands] = plan(`PRETTY_NAME="${name}"\n${osRelease}\n`);
    expect(reason).toContain(`not ${name}. Would stop and ask to run:`);
    expect(commands).toEqual([command]);
  });

  it.each([
    ["the Mesa of Debian 11 is too old", ['PRETTY_NAME="Debian 11"\nID=debian\nVERSION_ID="11"']],
    ["the Mesa of Ubuntu 20.04 is too old", ['PRETTY_NAME="Ubuntu 20.04"\nID=ubuntu\nVERSION_ID="20.04"']],
    ["no Mesa packages are known for this Linux", [""]],
    ["no software WebGPU adapter is known for darwin", ["", "--platform", "darwin"]],
  ])("shows a container where %s", (why, [osRelease, ...flags]) => {
    const [reason, ...commands] = plan(osRelease, ...flags);
    expect(reason).toContain(why);
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatch(/^docker run .*npm ci && npm test'$/);
  });
});

/** The reason, and the commands that the script would run or show. */
function plan(osRelease: string, ...flags: string[]): string[] {
  const file = join(folder, "os-release");
  writeFileSync(file, osRelease);
  const linux = flags.includes("--platform") ? [] : ["--platform", "linux"];
  const child = spawnSync(process.execPath, [script, "--dry-run", "--os-release", file, ...linux, ...flags], {
    encoding: "utf8",
    env: { ...process.env, CI: "" },
  });
  expect(child.stderr).toBe("");
  return child.stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
}

describe.runIf(process.platform === "linux")("a machine without an adapter", () => {
  const NO_DRIVER = { VK_DRIVER_FILES: "/nonexistent", VK_ICD_FILENAMES: "/nonexistent" };

  /** Runs the script as on Debian 12 with an apt-get that installs nothing. @returns its output and what apt-get got. */
  function setUp(setup: string | undefined, answer?: string) {
    const place = mkdtempSync(join(folder, "setup-"));
    const temporary = join(place, "tmp");
    mkdirSync(temporary);
    const calls = join(place, "calls");
    const apt = `#!/bin/sh\necho "$@ with $(ls "\${2#*=}" | grep -c gfq-ldpc)" >> ${calls}\n`;
    writeFileSync(join(place, "apt-get"), apt, { mode: 0o755 });
    writeFileSync(join(place, "os-release"), DEBIAN_12);
    const words = [process.execPath, script, "--os-release", join(place, "os-release"), "--privilege", "root"];
    const env = {
      ...{ ...process.env, ...NO_DRIVER, CI: "", TMPDIR: temporary, PATH: `${place}:${process.env.PATH}` },
      ...{ GFQ_LDPC_SETUP: setup },
    };
    const child =
      answer === undefined
        ? spawnSync(words[0], words.slice(1), { encoding: "utf8", env })
        : spawnSync("script", ["-qec", words.join(" "), "/dev/null"], { encoding: "utf8", env, input: answer });
    const apts = existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
    // The probe has a folder of its own.
    const left = readdirSync(temporary).filter((name) => name.startsWith("tmp."));
    return { status: child.status, said: `${child.stdout}${child.stderr}`, apts, left };
  }
  const installed = [expect.stringMatching(/ update with 1$/), expect.stringMatching(/ libvulkan1 with 1$/)];

  it.each([
    ["installs without a terminal", undefined, undefined, installed],
    ["installs where GFQ_LDPC_SETUP says so", "install", "", installed],
    ["shows the commands where GFQ_LDPC_SETUP says so", "show", undefined, []],
    ["installs on a terminal after yes", undefined, "y\n", installed],
    ["installs nothing on a terminal after no", undefined, "n\n", []],
    ["installs nothing on a terminal after an empty line", undefined, "\n", []],
    ["refuses another GFQ_LDPC_SETUP", "maybe", undefined, []],
  ])("%s, and leaves no file", (_, setup, answer, calls) => {
    const { status, said, apts, left } = setUp(setup, answer);
    // The adapter is still missing.
    expect(status).toBe(1);
    expect(apts).toEqual(calls);
    expect(left).toEqual([]);
    expect(said.includes("Run this now? [y/N]")).toBe(answer !== undefined && setup === undefined);
    if (setup === "maybe") expect(said).toContain("GFQ_LDPC_SETUP=maybe: choose install or show");
    else expect(said).toContain("-t bookworm-backports mesa-vulkan-drivers libvulkan1");
  });
});

describe("findChromium", () => {
  it("takes the one that CHROMIUM names before one on PATH, and none if that is no program", () => {
    expect(findChromium({ CHROMIUM: process.execPath, PATH: "" })).toBe(process.execPath);
    expect(findChromium({ PATH: import.meta.dirname })).toBeUndefined();
    expect(findChromium({ CHROMIUM: "/nowhere", PATH: process.env.PATH })).toBeUndefined();
    expect(chromiumRemedy({ CHROMIUM: "/nowhere" })).toBe("CHROMIUM=/nowhere is no program that can be run");
  });
});
