import type { CommandModule } from "yargs";
import { adapterInfo } from "../engine/gpu/engine.ts";
import { coresPerJob } from "../node/cpu-pool.ts";
import { adapterNames, requestAdapter } from "../node/dawn.ts";
import { formatTable } from "../report/table.ts";
import { print, printJson } from "./output.ts";

const command: CommandModule<object, { json: boolean }> = {
  command: "devices",
  describe: "list what --engine and --adapter can choose here",
  builder: (yargs) =>
    yargs.option("json", { type: "boolean", default: false, describe: "print JSON instead of a table" }),
  async handler({ json }) {
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
};

export default command;
