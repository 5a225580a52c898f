/** Values of `sent_state`: the receiver knows nothing about a punctured symbol and everything about a shortened one. */
export const SENT = 0;
export const PUNCTURED = 1;
export const SHORTENED = 2;
