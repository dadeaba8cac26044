/** Names the account that whoever calls believes to be signed in. */
const HEADER = 'x-account-id';

let readAccount: () => string | undefined = () => undefined;

/** Tells the calls where the screen keeps the id of the person it shows; undefined while nobody is signed in. */
export function actFor(read: () => string | undefined): void {
  readAccount = read;
}

/** Where reading is answered for whoever is signed in. What is public goes on being read, whoever that is by now. */
const PERSONAL = /^\/api\/user(\/|$)|\/(like|user-rating)$/;

/** Whether a call is for one person alone: whatever changes something, and what is read of oneself. */
export function isPersonal(method: string, path: string): boolean {
  return method !== 'GET' || PERSONAL.test(path);
}

/**
 * The header for every call that is for one person, by name; none for visitors. Somebody else may have signed in in another
 * tab since this one was drawn: the server refuses the call then, instead of doing it to them or answering for them.
 */
export function actingHeader(): Readonly<Record<string, string>> {
  const id = readAccount();
  return id === undefined ? {} : { [HEADER]: id };
}
