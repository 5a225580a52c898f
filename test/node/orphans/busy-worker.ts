// A worker that is so busy that it handles no event and ignores Ctrl-C.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
process.send?.("started", () => {
  for (;;);
});
