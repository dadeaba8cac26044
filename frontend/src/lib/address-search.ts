import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * What stands after the question mark, for the router: texts as they are, and not as JSON, so that nothing that somebody
 * searches for loses its quotes. Whole texts of digits, and true and false, still come as what they say; the schemas of the
 * routes make them texts again.
 */
export const parseSearch = parseSearchWith((text) => text);

/** The other way round. */
export const stringifySearch = stringifySearchWith(JSON.stringify);
