import { adapterInfo } from "../../engine/gpu/engine.ts";
import { coresPerJob } from "../../node/engine/cpu-pool.ts";
import { adapterNames, requestAdapter } from "../../node/engine/dawn.ts";
import { formatTable } from "../../report/table.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag } from "../command-line/option.ts";
import { print, printJson } from "../output.ts";

export default defineCommand({
  options: { json: flag({ group: "Output", describe: "print JSON instead of a table" }) },
  async run({ json }) {
    const devices = [];
    for (const name of await adapterNames()) {
      const adapter = await requestAdapter(name);
      if (adapter === undefined) continue;
      const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup, maxStorageBufferBindingSize } =
        adapter.limits;
      devices.push({
        ...adapterInfo(adapter),
        name,
        workgroupBytes: maxComputeWorkgroupStorageSize,
        workgroupSize: maxComputeInvocationsPerWorkgroup,
        bindingBytes: maxStorageBufferBindingSize,
      });
    }
    const cores = coresPerJob(1);
    if (json) return printJson({ adapters: devices, cpu: { processes: cores } });
    const rows = devices.map((device) => [
      "gpu",
      device.name,
      device.software ? "software" : "hardware",
      device.driver,
      `${device.workgroupBytes / 1024} KiB`,
      String(device.workgroupSize),
      `${Math.floor(device.bindingBytes / 2 ** 20)} MiB`,
    ]);
    rows.push(["cpu", `${cores} processes`, "software", "TypeScript twins", "", "", ""]);
    print(formatTable(["engine", "adapter", "kind", "driver", "workgroup memory", "workgroup size", "binding"], rows));
  },
});
