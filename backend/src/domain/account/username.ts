import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id } from '../../kernel/field.js';

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

/** Whether a claim without a use is over at `now` (ISO 8601). */
export function isOldClaim({ claimedAt }: Pick<Username, 'claimedAt'>, now: string): boolean {
  return claimedAt !== null && Date.parse(claimedAt) + UNUSED_CLAIM_MS <= Date.parse(now);
}

const FREE: Username = { accountId: null, claimedAt: null };

const fields = { usernameHash: id, accountId: id };
type Claim = DataOf<typeof fields>;
const about = { accountId: 'person' };

interface DisplayNameClaim extends Claim {
  readonly unusedBy: { readonly accountId: string; readonly isDeleted: boolean } | null;
  readonly now: string;
}

export const Username = aggregate('username', {
  id: ({ usernameHash }: Claim) => usernameHash,
  initial: FREE,
  lastEventIsState: true,
  events: {
    /**
     * The name with this keyed hash belongs to this account from now on: its anonymous username (hash of the lower-case
     * form), or its display name (hash of how the name looks).
     */
    UsernameClaimed: event(fields, '{actor} reserved a name for {accountId}.', about),
    /** The person has another display name, or none. Another account may take a name that looks like this one. */
    UsernameReleased: event(fields, '{actor} freed a name of {accountId} for other accounts.', about),
  },
}).rules({
  evolve: {
    UsernameClaimed: (_, { accountId }, at) => ({ accountId, claimedAt: at }),
    UsernameReleased: () => FREE,
  },
  decide: {
    /** Assign a username to an account. */
    ClaimUsername(claim: Claim, { accountId: holder }) {
      if (holder === claim.accountId) return [];
      if (holder !== null) throw new Rejected('conflict', 'This username is taken.');
      return [{ type: 'UsernameClaimed', data: claim }];
    },
    /**
     * Assign a display name to an account, at `now` (ISO 8601), before its profile changes. `unusedBy` is the account that the
     * name belongs to if its profile shows another name; it cannot change its profile any more if it `isDeleted`.
     */
    ClaimDisplayName({ unusedBy, now, ...claim }: DisplayNameClaim, { accountId: holder, claimedAt }) {
      const isUnused =
        unusedBy?.accountId === holder && (unusedBy?.isDeleted || isOldClaim({ claimedAt }, now));
      if (holder !== null && holder !== claim.accountId && !isUnused) {
        throw new Rejected('conflict', NAME_TOO_SIMILAR);
      }
      // Also what the account has already: a release that is under way, or a take-over, then sees a newer claim.
      return [{ type: 'UsernameClaimed', data: claim }];
    },
    /** Release a display name that was claimed at `claimedAt` (ISO 8601). A later claim stays. */
    ReleaseUsername: ({ claimedAt, ...claim }: Claim & { readonly claimedAt: string }, name) =>
      name.accountId === claim.accountId && name.claimedAt === claimedAt
        ? [{ type: 'UsernameReleased', data: claim }]
        : [],
  },
});
