import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import type { Lease } from "../../../src/node/disk/lease.ts";
import { LeaseFolder, type LeaseOptions } from "../../../src/node/disk/lease-folder.ts";
import { Program } from "../programs.ts";

export const isLinux = process.platform === "linux";
export const NAME = "lease";
const isLease = (name: string) => name === NAME;

/** A new folder for each test. */
export let folder: string;
/** Path of the lease in the folder. */
export let path: string;
let clock: number;
const opened: LeaseFolder[] = [];
const programs: Program[] = [];

/** Gives each test of the calling file a new folder. After the test, the folder and all processes of the test are removed. */
export function useLeaseFolders(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ldpc-lease-"));
    path = join(folder, NAME);
    clock = 1000;
  });
  afterEach(async () => {
    for (const leases of opened.splice(0)) leases.close();
    for (const program of programs.splice(0)) await program.kill();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Advances the clock of the folders. */
export function pass(seconds: number): void {
  clock += seconds;
}

/** Opens the folder with a clock that stands still and without automatic heartbeats. */
export function open(options: LeaseOptions = {}, where = folder): LeaseFolder {
  const leases = new LeaseFolder(where, { heartbeatSeconds: 1e6, now: () => clock, ...options });
  opened.push(leases);
  return leases;
}

export function create(leases: LeaseFolder, content = {}): Lease {
  const lease = leases.create(NAME, content);
  if (lease === undefined) throw new Error("the lease is there already");
  return lease;
}

export function live(leases: LeaseFolder) {
  return leases.live(isLease);
}

export function writeLease(content: object | string, ageSeconds = 0): void {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  setAge(ageSeconds);
}

export function setAge(seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}

export function program(source: string): Program {
  const started = new Program(`
    import { LeaseFolder } from "./src/node/disk/lease-folder.ts";
    const folder = ${JSON.stringify(folder)};
    ${source}
  `);
  programs.push(started);
  return started;
}

/** A holder on another host. */
export const AWAY = { pid: 1, host: "another-host", token: "0123" };
