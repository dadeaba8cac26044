/** The state of a list in its address: search, sort, page and filters, all as text. */
export type ListSearch = Readonly<Record<string, string>>;

/** Reads the state of a list from search parameters. Which filters and values exist is known to the list. */
export function listSearch(parameters: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(parameters).filter(([, value]) =>
    /^(string|number|boolean)$/.test(typeof value),
  );
  return Object.fromEntries(
    texts.map(([key, value]) => [key, String(value)]).filter(([, value]) => value !== ''),
  );
}

/** The state of the audit trail in its address. `action` may be there several times. */
export function auditSearch(parameters: Record<string, unknown>): ListSearch {
  const { action, ...others } = parameters;
  return listSearch({ ...others, action: Array.isArray(action) ? action.join(',') : action });
}

/** The moment in the address of what something was. A position is a number there. */
export function momentSearch(parameters: Record<string, unknown>): { at?: string | undefined } {
  const { at } = listSearch(parameters);
  return at === undefined ? {} : { at };
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The post to begin a review with. */
export function reviewSearch({ post }: Record<string, unknown>): { post?: string | undefined } {
  return typeof post === 'string' && ID.test(post) ? { post } : {};
}
