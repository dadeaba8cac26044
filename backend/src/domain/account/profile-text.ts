/** Maximum length of a display name, in characters. */
export const LONGEST_DISPLAY_NAME = 50;
/** Maximum length of a bio, in characters. */
export const LONGEST_BIO = 500;
