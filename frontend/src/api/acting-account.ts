/** Names the account that whoever calls believes to be signed in. */
const HEADER = 'x-account-id';

let readAccount: () => string | undefined = () => undefined;

/** Tells the calls where the screen keeps the id of the person it shows; undefined while nobody is signed in. */
export function actFor(read: () => string | undefined): void {
  readAccount = read;
}

/**
 * The header for every call that changes something, by name; none for visitors. Somebody else may have signed in in another
 * tab since this one was drawn: the server refuses the call then, instead of doing it to them.
 */
export function actingHeader(): Readonly<Record<string, string>> {
  const id = readAccount();
  return id === undefined ? {} : { [HEADER]: id };
}
