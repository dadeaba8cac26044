import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id, nullable, time, week } from '../../kernel/field.js';

/**
 * A digest is due so long after its week was closed: by then the trophies of the week are in it, also those that waited for
 * the hour of an earlier notification.
 */
export const DIGEST_DELAY_MS = 2 * 3_600_000;

const fields = {
  accountId: id,
  /** The closed week after which it is sent, e.g. `2026-W47`. */
  week,
  /** The end of the digest before; null for the first one. */
  since: nullable(time),
  /** Time of the newest notification in it. */
  upTo: time,
};

interface Digested {
  readonly week: string | null;
  readonly upTo: string | null;
}

interface NotifyDigestOf {
  readonly accountId: string;
  readonly week: string;
  readonly upTo: string;
}

const nothing: Digested = { week: null, upTo: null };

/** The weekly digests of one person. */
export const Digest = aggregate('digest', {
  id: ({ accountId }: NotifyDigestOf) => accountId,
  initial: nothing,
  lastEventIsState: true,
  events: {
    /** A person is told in one mail of the notifications for the weekly digest that are later than `since`. */
    DigestNotified: event(
      fields,
      '{actor} told {accountId} in one mail what was new until {upTo|time}, after {week}.',
      {
        accountId: 'person',
        week: 'week',
      },
    ),
  },
}).rules({
  evolve: { DigestNotified: (_, { week: told, upTo }) => ({ week: told, upTo }) },
  decide: {
    /** Tell a person after a closed week of all notifications up to `upTo`, once for that week or a later one. */
    NotifyDigest(due: NotifyDigestOf, { week: told, upTo: since }) {
      const isTold = told !== null && told >= due.week;
      const isEmpty = since !== null && since >= due.upTo;
      return isTold || isEmpty ? [] : [{ type: 'DigestNotified', data: { ...due, since } }];
    },
  },
});
