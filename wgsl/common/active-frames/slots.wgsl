// The frames of a dispatch. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel
// common/active-frames/compact) moves the other frames up, so that no invocation idles beside a frame that takes
// longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above 1 messages have slots for only that part
// of the run's frames, and frames that have not started refill the slots behind the active
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
#import common/active-frames/list-rows, common/active-frames/list

const COMPACTS: bool = STOP == 1u;

// Number of active frames with messages to checks: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[counter_at(ACTIVE, run.iteration)] * SLOT_FRAMES;
}

// The number of active frames, and of frames that refill a slot behind them.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[counter_at(OCCUPIED, run.iteration)] * SLOT_FRAMES;
}

// Slots that hold the first frames.
fn slots_of(frames: u32) -> u32 { return (frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration of a slot's frames; undefined for a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + slot];
}
fn entry_at(slot: u32) -> u32 { return entry_in(slot, run.iteration); }

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each done frame of a slot.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// Active slots in an iteration, for kernels that work on words of frames and may need another iteration than the run's.
fn active_slots_in(iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return run_slots(); }
  return active_list[counter_at(ACTIVE, iteration)];
}

fn slot_before_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + run.frames + slot];
}
