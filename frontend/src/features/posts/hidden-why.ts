const list = new Intl.ListFormat('en-GB');

/** Why a post is hidden, as a clause: the reasons are phrases that follow "The photo …", at least one of them. */
export function hiddenWhy(reasons: readonly string[]): string {
  return `it ${list.format(reasons)}`;
}
