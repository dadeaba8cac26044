/** Names the account that the page believes to be signed in. */
const HEADER = 'x-account-id';

let readAccount: () => string | undefined = () => undefined;

/** Sets how calls read the id of the person on the screen; undefined while nobody is signed in. */
export function actFor(read: () => string | undefined): void {
  readAccount = read;
}

/** Reads whose answer depends on the person. Public reads do not depend on it, and continue. */
const PERSONAL = /^\/api\/(me|user|rate)(\/|$)|\/like$/;

/** The calls of the back office, which has sessions of its own: its admins may be signed in to the site as anybody. */
const BACK_OFFICE = /^\/api\/rtm-sys(\/|$)/;

export function isOfBackOffice(path: string): boolean {
  return BACK_OFFICE.test(path);
}

/** Whether a call belongs to one person of the site: every change, and every read of personal data. */
export function isPersonal(method: string, path: string): boolean {
  return !isOfBackOffice(path) && (method !== 'GET' || PERSONAL.test(path));
}

/**
 * The header for every personal call, by name; empty for visitors. Another account may have signed in in another tab
 * since this page was rendered. The server then refuses the call instead of acting for the wrong account.
 */
export function actingHeader(): Readonly<Record<string, string>> {
  const id = readAccount();
  return id === undefined ? {} : { [HEADER]: id };
}
