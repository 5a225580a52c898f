import { cpuEngine } from "../engine/cpu/engine.ts";
import { adapterInfo } from "../engine/gpu/engine.ts";
import { InputError } from "../errors.ts";
import { type Card, cardSystem, cardText } from "../node/cards/cards.ts";
import { coresPerJob } from "../node/engine/cpu-pool.ts";
import { missingDawn, requestAdapter, showDawnWarnings } from "../node/engine/dawn.ts";
import { nativeTarget } from "../node/engine/native-shaders.ts";
import { formatTable } from "../report/table.ts";
import { defineCommand, flag, inGroup } from "./command-line/option.ts";
import { print, printJson, say } from "./output.ts";

export default defineCommand({
  options: inGroup("Output", {
    json: flag("print JSON instead of a table"),
    verbose: flag("show the warnings of Dawn and of the Vulkan loader on stderr"),
  }),
  about: ["--adapter takes the number of a GPU, its PCI address or a part of its name."],
  async run({ json, verbose }) {
    // Another process lists the cards. This process prints Dawn's warnings, even without a card.
    const missing = await missingDawn();
    if (missing !== undefined) say(missing);
    else if (verbose) await showDawnWarnings();
    const { cards } = missing === undefined ? await cardSystem() : { cards: [] };
    const devices = [];
    for (const card of cards) devices.push(...(await describe(card)));
    const cores = coresPerJob(1);
    const native = nativeTarget();
    const compiler = native && { compiler: native.compiler, lanes: native.lanes };
    if (json) return printJson("devices 1", { adapters: devices, cpu: { processes: cores, native: compiler ?? null } });
    const rows = devices.map((device) => [
      "gpu",
      String(device.index),
      device.pci ?? "",
      device.name,
      device.software ? "software" : "hardware",
      device.driver,
      `${device.workgroupBytes / 1024} KiB`,
      String(device.workgroupSize),
      `${Math.floor(device.bindingBytes / 2 ** 20)} MiB`,
    ]);
    rows.push(["cpu", "", "", `${cores} processes`, "software", cpuText(native), "", "", ""]);
    const headers = [
      "engine",
      "card",
      "PCI",
      "adapter",
      "kind",
      "driver",
      "workgroup memory",
      "workgroup size",
      "binding",
    ];
    print(
      formatTable(headers, rows, {
        width: process.stdout.columns,
        drop: ["binding", "workgroup size", "workgroup memory", "PCI", "driver"],
        align: headers.map((header) => (/^(card|workgroup|binding)/.test(header) ? "right" : "left")),
      }),
    );
  },
});

/** What runs kernels on the processor. */
function cpuText(native: ReturnType<typeof nativeTarget>): string {
  const { driver } = cpuEngine().info;
  return native === undefined ? driver : `${driver}; long runs natively by ${native.compiler}, ${native.lanes} lanes`;
}

/** A card with Dawn's descriptions of the adapters of its name; empty, with a message, if Dawn refuses the card's driver. */
async function describe(card: Card) {
  const adapter = await requestAdapter(card.name).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  });
  if (adapter === undefined || typeof adapter === "string") {
    say(`${cardText(card)} ${card.name} is not listed: ${adapter ?? "WebGPU has no adapter for its driver"}`);
    return [];
  }
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup, maxStorageBufferBindingSize } =
    adapter.limits;
  const limits = {
    workgroupBytes: maxComputeWorkgroupStorageSize,
    workgroupSize: maxComputeInvocationsPerWorkgroup,
    bindingBytes: maxStorageBufferBindingSize,
  };
  return [{ ...adapterInfo(adapter), ...card, ...limits }];
}
