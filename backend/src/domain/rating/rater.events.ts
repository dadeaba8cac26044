import { type EventsOf, event } from '../../kernel/event.js';
import { id, nullable, text } from '../../kernel/field.js';

export const raterEvents = {
  /**
   * An admin decided that no rating of this person counts. `note` is the admin's reason; null once the person's key has
   * been destroyed.
   */
  RaterExcluded: event({
    version: 1,
    data: {
      userId: id,
      actId: id,
      note: nullable(text),
    },
    personal: { subject: 'userId', fields: ['note'] },
    trail: { says: '{actor} excluded all ratings of {userId}.', about: { userId: 'person', actId: 'act' } },
  }),
  /** The exclusion was undone. `because` is why, as `note` above. */
  RaterIncluded: event({
    version: 1,
    data: {
      userId: id,
      actId: id,
      because: nullable(text),
    },
    personal: { subject: 'userId', fields: ['because'] },
    trail: {
      says: '{actor} undid the exclusion of all ratings of {userId}.',
      about: { userId: 'person', actId: 'act' },
    },
  }),
};

export type RaterEvents = EventsOf<typeof raterEvents>;
