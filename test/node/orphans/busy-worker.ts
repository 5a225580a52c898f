// A process as deep in its work as a worker can be: it hears no event, and Ctrl-C is nothing to it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
process.send?.("started", () => {
  for (;;);
});
