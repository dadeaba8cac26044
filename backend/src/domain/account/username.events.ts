import type { Catalogue } from '../../kernel/event.js';

export interface UsernameEvents {
  /**
   * The name with this keyed hash belongs to this account from now on: its anonymous username (hash of the lower-case
   * form), or its display name (hash of how the name looks).
   */
  UsernameClaimed: { usernameHash: string; accountId: string };
  /** The person has another display name, or none. Another account may take a name that looks like this one. */
  UsernameReleased: { usernameHash: string; accountId: string };
}

export const usernameEvents: Catalogue<UsernameEvents> = {
  UsernameClaimed: {
    version: 1,
    trail: { says: '{actor} reserved a name for {accountId}.', about: { accountId: 'person' } },
  },
  UsernameReleased: {
    version: 1,
    trail: {
      says: '{actor} freed a name of {accountId} for other accounts.',
      about: { accountId: 'person' },
    },
  },
};
