import { type EventsOf, event } from '../../kernel/event.js';
import { id, text, personal } from '../../kernel/field.js';

export const raterEvents = {
  /**
   * An admin decided that no rating of this person counts. `note` is the admin's reason; null once the person's key has
   * been destroyed.
   */
  RaterExcluded: event(
    {
      userId: id,
      actId: id,
      note: personal('userId', text),
    },
    '{actor} excluded all ratings of {userId}.',
    { userId: 'person', actId: 'act' },
  ),
  /** The exclusion was undone. `because` is why, as `note` above. */
  RaterIncluded: event(
    {
      userId: id,
      actId: id,
      because: personal('userId', text),
    },
    '{actor} undid the exclusion of all ratings of {userId}.',
    { userId: 'person', actId: 'act' },
  ),
};

export type RaterEvents = EventsOf<typeof raterEvents>;
