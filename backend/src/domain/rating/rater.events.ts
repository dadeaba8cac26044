import type { Catalogue } from '../../kernel/event.js';

export interface RaterEvents {
  /**
   * An admin decided that no rating of this person counts. `note` is the admin's reason; null once the person's key has
   * been destroyed.
   */
  RaterExcluded: { userId: string; actId: string; note: string | null };
  /** The exclusion was undone. `because` is why, as `note` above. */
  RaterIncluded: { userId: string; actId: string; because: string | null };
}

export const raterEvents: Catalogue<RaterEvents> = {
  RaterExcluded: {
    version: 1,
    personal: { subject: 'userId', fields: ['note'] },
    trail: { says: '{actor} excluded all ratings of {userId}.', about: { userId: 'person', actId: 'act' } },
  },
  RaterIncluded: {
    version: 1,
    personal: { subject: 'userId', fields: ['because'] },
    trail: {
      says: '{actor} undid the exclusion of all ratings of {userId}.',
      about: { userId: 'person', actId: 'act' },
    },
  },
};
