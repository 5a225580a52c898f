// Check node of messages of few levels: the least magnitude of the other edges.
#import binary/check-node/two-minima
fn outgoing(least: Lanes) -> Lanes { return min(least, Lanes(i32(LEVEL_MOST))); }
