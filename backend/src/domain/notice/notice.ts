import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './notice.commands.js';
import { isNothing, noticeEvents } from './notice.events.js';

/** The notices that one person got about one post. */
export interface Notice {
  readonly notices: number;
  readonly lastAt: string | null;
}

/** A person gets at most one mail about a post per hour. Later activity waits for the next mail. */
export const NOTICE_PAUSE_MS = 3_600_000;

const notifyActivity = (
  { notices, ...facts }: commands.NotifyActivity,
  notice: Notice,
): EventOf<typeof noticeEvents>[] => {
  // Another instance has already sent this notice.
  if (notice.notices !== notices) return [];
  const isTooSoon =
    !isNothing(facts.activity) &&
    notice.lastAt !== null &&
    Date.parse(facts.at) - Date.parse(notice.lastAt) < NOTICE_PAUSE_MS;
  return isTooSoon ? [] : [{ type: 'ActivityNotified', data: facts }];
};

type Key = commands.NotifyActivity;

const initial: Notice = { notices: 0, lastAt: null };

export const Notice = aggregate('notice', {
  id: ({ postId, accountId }: Key) => `${postId}-${accountId}`,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: noticeEvents,
}).rules({
  evolve: {
    ActivityNotified: ({ notices, lastAt }, { activity, at }) => ({
      notices: notices + 1,
      // No mail was sent, so the next one need not wait an hour.
      lastAt: isNothing(activity) ? lastAt : at,
    }),
  },
  decide: { NotifyActivity: notifyActivity },
});
