import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './username.commands.js';
import type { UsernameEvents } from './username.events.js';

/** The account that a username belongs to; null when it is free. */
export interface Username {
  readonly accountId: string | null;
}

const claimUsername = (
  claim: commands.ClaimUsername['data'],
  username: Username,
): EventOf<UsernameEvents>[] => {
  if (username.accountId === claim.accountId) return [];
  if (username.accountId !== null) throw new Rejected('conflict', 'This username is taken.');
  return [{ type: 'UsernameClaimed', data: claim }];
};

export const username: Aggregate<Username, UsernameEvents, typeof commands> = {
  category: 'username',
  id: ({ usernameHash }) => usernameHash,
  initial: { accountId: null },
  commands,
  decide: { ClaimUsername: claimUsername },
  evolve: { UsernameClaimed: (_, { accountId }) => ({ accountId }) },
};
