/** In characters. */
export const LONGEST_DISPLAY_NAME = 50;
/** In characters. */
export const LONGEST_BIO = 500;
