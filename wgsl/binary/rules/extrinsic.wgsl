struct Extrinsic {
  message: u32,
  posterior: u32,
}

// What an edge gets of its check: the new message as its word, and the posterior with it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}
