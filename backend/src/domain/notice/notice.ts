import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './notice.commands.js';
import { isNothing, type NoticeEvents } from './notice.events.js';

/** What one person was told about one post. */
export interface Notice {
  readonly notices: number;
  readonly lastAt: string | null;
}

/** At most one mail about a post in an hour; what happens meanwhile waits for the next. */
export const NOTICE_PAUSE_MS = 3_600_000;

const notifyActivity = (
  { notices, ...facts }: commands.NotifyActivity['data'],
  notice: Notice,
): EventOf<NoticeEvents>[] => {
  // Another instance was faster, and what it told is not to be told twice.
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
      // What was left out is no mail, and the next need not wait for it.
      lastAt: isNothing(activity) ? lastAt : at,
    }),
  },
};
