// The part that the update of checks and their test share. The kernel declares check_signs.
#import common/word-index
// Whether an edge is there. `lacks`: the check may lack one.
fn exists(message: u32, lacks: bool) -> bool { return ABSENT == 0xffffffffu || !lacks || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
#if SYNDROME: return check_signs[word_index(word, check, CHECKS)];
#else: return 0u;
}
