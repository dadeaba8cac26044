import type { Catalogue } from '../../kernel/event.js';

export interface UsernameEvents {
  /** The username with this keyed hash (of its lower-case form) belongs to this account from now on. */
  UsernameClaimed: { usernameHash: string; accountId: string };
}

export const usernameEvents: Catalogue<UsernameEvents> = {
  UsernameClaimed: {
    version: 2,
    // Before version 2 this event and its stream name contained the username itself.
    upcast: { 1: ({ username, ...rest }) => ({ ...rest, usernameHash: username }) },
  },
};
