/** How long a name may be that somebody chose for others to see, in characters. */
export const LONGEST_DISPLAY_NAME = 50;
/** How long a text about oneself may be, in characters. */
export const LONGEST_BIO = 500;
