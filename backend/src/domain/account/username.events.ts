import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const usernameEvents = {
  /**
   * The name with this keyed hash belongs to this account from now on: its anonymous username (hash of the lower-case
   * form), or its display name (hash of how the name looks).
   */
  UsernameClaimed: event(
    {
      usernameHash: id,
      accountId: id,
    },
    '{actor} reserved a name for {accountId}.',
    { accountId: 'person' },
  ),
  /** The person has another display name, or none. Another account may take a name that looks like this one. */
  UsernameReleased: event(
    {
      usernameHash: id,
      accountId: id,
    },
    '{actor} freed a name of {accountId} for other accounts.',
    { accountId: 'person' },
  ),
};

export type UsernameEvents = EventsOf<typeof usernameEvents>;
