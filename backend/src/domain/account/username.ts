import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './username.commands.js';
import { usernameEvents } from './username.events.js';

/** The account that a name belongs to, and since when (ISO 8601); null when it is free. */
export interface Username {
  readonly accountId: string | null;
  readonly claimedAt: string | null;
}

export const NAME_TOO_SIMILAR =
  "This name is too similar to another person's name. Please choose another one";
/**
 * A claim comes before the change of the profile. If the profile still shows another name after this time, the server
 * stopped in between, and others may have the name.
 */
export const UNUSED_CLAIM_MS = 3_600_000;

const FREE: Username = { accountId: null, claimedAt: null };

const claimUsername = (
  claim: commands.ClaimUsername,
  username: Username,
): EventOf<typeof usernameEvents>[] => {
  if (username.accountId === claim.accountId) return [];
  if (username.accountId !== null) throw new Rejected('conflict', 'This username is taken.');
  return [{ type: 'UsernameClaimed', data: claim }];
};

/** Claims again what the account has already: a release that is under way, or a take-over, then sees a newer claim. */
const claimDisplayName = (
  { unusedBy, now, ...claim }: commands.ClaimDisplayName,
  { accountId: holder, claimedAt }: Username,
): EventOf<typeof usernameEvents>[] => {
  const isOld = claimedAt !== null && Date.parse(claimedAt) + UNUSED_CLAIM_MS <= Date.parse(now);
  const isUnused = unusedBy?.accountId === holder && (unusedBy?.isDeleted || isOld);
  if (holder !== null && holder !== claim.accountId && !isUnused) {
    throw new Rejected('conflict', NAME_TOO_SIMILAR);
  }
  return [{ type: 'UsernameClaimed', data: claim }];
};

const releaseUsername = (
  { claimedAt, ...release }: commands.ReleaseUsername,
  username: Username,
): EventOf<typeof usernameEvents>[] =>
  username.accountId === release.accountId && username.claimedAt === claimedAt
    ? [{ type: 'UsernameReleased', data: release }]
    : [];

type Key = commands.ClaimUsername | commands.ClaimDisplayName | commands.ReleaseUsername;

export const Username = aggregate('username', {
  id: ({ usernameHash }: Key) => usernameHash,
  initial: FREE,
  lastEventIsState: true,
  events: usernameEvents,
}).rules({
  evolve: {
    UsernameClaimed: (_, { accountId }, at) => ({ accountId, claimedAt: at }),
    UsernameReleased: () => FREE,
  },
  decide: {
    ClaimUsername: claimUsername,
    ClaimDisplayName: claimDisplayName,
    ReleaseUsername: releaseUsername,
  },
});
