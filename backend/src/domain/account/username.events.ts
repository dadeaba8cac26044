import type { Catalogue } from '../catalogue.js';

export interface UsernameEvents {
  /** A username belongs to this account from now on, in whatever letter case. */
  UsernameClaimed: { username: string; accountId: string };
}

export const usernameEvents: Catalogue<UsernameEvents> = {
  UsernameClaimed: { version: 1 },
};
