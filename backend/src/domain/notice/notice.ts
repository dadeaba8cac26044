import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './notice.commands.js';
import { isNothing, type NoticeEvents } from './notice.events.js';

/** The notices that one person got about one post. */
export interface Notice {
  readonly notices: number;
  readonly lastAt: string | null;
}

/** A person gets at most one mail about a post per hour. Later activity waits for the next mail. */
export const NOTICE_PAUSE_MS = 3_600_000;

const notifyActivity = (
  { notices, ...facts }: commands.NotifyActivity['data'],
  notice: Notice,
): EventOf<NoticeEvents>[] => {
  // Another instance has already sent this notice.
  if (notice.notices !== notices) return [];
  const isTooSoon =
    !isNothing(facts.activity) &&
    notice.lastAt !== null &&
    Date.parse(facts.at) - Date.parse(notice.lastAt) < NOTICE_PAUSE_MS;
  return isTooSoon ? [] : [{ type: 'ActivityNotified', data: facts }];
};

export const notice: Aggregate<Notice, NoticeEvents, typeof commands> = {
  category: 'notice',
  id: ({ postId, accountId }) => `${postId}-${accountId}`,
  initial: { notices: 0, lastAt: null },
  snapshot: { version: 1, isPersonal: false },
  commands,
  decide: { NotifyActivity: notifyActivity },
  evolve: {
    ActivityNotified: ({ notices, lastAt }, { activity, at }) => ({
      notices: notices + 1,
      // No mail was sent, so the next one need not wait an hour.
      lastAt: isNothing(activity) ? lastAt : at,
    }),
  },
};
