import type { Catalogue } from '../../kernel/event.js';

export interface UsernameEvents {
  /** The username with this keyed hash, taken in lower case, belongs to this account from now on. */
  UsernameClaimed: { usernameHash: string; accountId: string };
}

export const usernameEvents: Catalogue<UsernameEvents> = {
  UsernameClaimed: {
    version: 2,
    // Until version 2 the name itself stood here, and in the name of its stream.
    upcast: { 1: ({ username, ...rest }) => ({ ...rest, usernameHash: username }) },
  },
};
