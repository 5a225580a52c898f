struct Extrinsic {
  message: u32,
  posterior: u32,
}

// An edge's result: the new message as its word, and the posterior that includes it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}
