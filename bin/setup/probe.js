// Asks whether Dawn finds a WebGPU adapter here that gives a device. In a process of its own, since a driver that does
// not suit Dawn may crash instead of refusing.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ adapter: string } | { problem: string }} Probe
 * @returns {Probe} the adapter's name, or why there is none
 */
export function probeAdapter() {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    encoding: "utf8",
    timeout: 120_000,
    env: { ...process.env, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? mkdtempSync(join(tmpdir(), "gfq-ldpc-")) },
  });
  if (child.status === 0) return { adapter: child.stdout.trim() };
  if (child.error?.code === "ETIMEDOUT") return { problem: "Dawn did not answer within 120 s" };
  if (child.signal) return { problem: `Dawn crashed (${child.signal}) in this machine's graphics driver` };
  // The error is last, after Dawn's and the driver's output.
  const said = child.stderr.trim().split("\n").slice(-4).reverse();
  return { problem: said.join("\n    ") || `the probe ended with ${child.status}` };
}

async function probe() {
  const { create } = await import("webgpu");
  const gpu = create([]);
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error("Dawn finds no WebGPU adapter");
  const device = await adapter.requestDevice();
  const { description, device: name, vendor, architecture } = adapter.info;
  console.log([name || vendor || architecture, description].filter(Boolean).join(", "));
  device.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Pending GPU promises do not keep Node alive.
  const alive = setInterval(() => {}, 1000);
  probe().then(
    () => process.exit(0),
    (error) => {
      clearInterval(alive);
      console.error(error.message);
      process.exit(1);
    },
  );
}
