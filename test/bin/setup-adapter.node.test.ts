import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { chromiumRemedy, findChromium } from "../../bin/setup/chromium.js";

const script = fileURLToPath(new URL("../../bin/setup-adapter.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DEBIAN_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';
const INSTALL = "apt-get install -y --no-install-recommends";

describe("the plan for a machine without an adapter", () => {
  it("takes Debian 12's Mesa from backports, which it adds", () => {
    const [reason, ...commands] = plan(DEBIAN_12, "--privilege", "root");
    expect(reason).toContain("Debian GNU/Linux 12 (bookworm) gets a software Vulkan device");
    expect(reason).toContain("Would run:");
    expect(commands[0]).toMatch(/^echo 'deb .* bookworm-backports main' \| tee \/etc\/apt\/sources\.list\.d\//);
    expect(commands.slice(1)).toEqual([
      "apt-get update",
      `${INSTALL} -t bookworm-backports mesa-vulkan-drivers libvulkan1`,
    ]);
  });

  it("goes through sudo where that asks for no password, and only shows the commands where it does", () => {
    expect(plan(DEBIAN_12, "--privilege", "sudo")[0]).toContain("Would run:");
    const [reason, ...commands] = plan(DEBIAN_12, "--privilege", "none");
    expect(reason).toContain("Would stop and ask to run:");
    expect(commands[0]).toContain("| sudo tee ");
    expect(commands.slice(1).every((command) => command.startsWith("sudo apt-get "))).toBe(true);
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
    expect(commands).toEqual(["apt-get update", `${INSTALL} mesa-vulkan-drivers libvulkan1`, chromium, slurm, python]);
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

describe("findChromium", () => {
  it("takes the one that CHROMIUM names before one on PATH, and none if that is no program", () => {
    expect(findChromium({ CHROMIUM: process.execPath, PATH: "" })).toBe(process.execPath);
    expect(findChromium({ PATH: import.meta.dirname })).toBeUndefined();
    expect(findChromium({ CHROMIUM: "/nowhere", PATH: process.env.PATH })).toBeUndefined();
    expect(chromiumRemedy({ CHROMIUM: "/nowhere" })).toBe("CHROMIUM=/nowhere is no program that can be run");
  });
});
