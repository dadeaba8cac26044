import type { UsernameEvents } from './username.events.js';

/** Assign a username to an account. */
export type ClaimUsername = UsernameEvents['UsernameClaimed'];

/**
 * Assign a display name to an account, at `now` (ISO 8601), before its profile changes. `unusedBy` is the account that the
 * name belongs to if its profile shows another name; it cannot change its profile any more if it `isDeleted`.
 */
export type ClaimDisplayName = UsernameEvents['UsernameClaimed'] & {
  unusedBy: { accountId: string; isDeleted: boolean } | null;
  now: string;
};

/** Release a display name that was claimed at `claimedAt` (ISO 8601). A later claim stays. */
export type ReleaseUsername = UsernameEvents['UsernameReleased'] & { claimedAt: string };
