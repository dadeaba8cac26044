import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'back-office-ended';
const storage = (): Storage => window.sessionStorage;

/** Leaves for the login, where {@link takeEnd} finds whether the session ended by itself. */
export function leaveForLogin(login: string | null | undefined, hasEnded: boolean): void {
  writeStored(storage, KEY, hasEnded ? 'ended' : null);
  window.location.assign(login ?? '/');
}

/** Whether the session ended by itself before this page was opened; true once. */
export function takeEnd(): boolean {
  const hasEnded = readStored(storage, KEY) !== null;
  writeStored(storage, KEY, null);
  return hasEnded;
}

let hasEntered = false;

/** Called when an admin has just signed in. */
export function markEntry(): void {
  hasEntered = true;
}

/** Whether the admin has just signed in; true once. */
export function takeEntry(): boolean {
  const entered = hasEntered;
  hasEntered = false;
  return entered;
}
