import { NOTHING } from '../../src/domain/notification/notification.js';
import { CommandBus } from '@nestjs/cqrs';
import type { Recorded } from '../../src/kernel/event.js';
import { Calendar } from '../../src/domain/week/iso-week.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import { Outbox } from '../../src/infrastructure/mail/outbox.port.js';
import { SessionStore } from '../../src/infrastructure/sessions/session-store.port.js';
import { History } from '../../src/kernel/history.js';
import { KernelStore } from '../../src/kernel/kernel-store.js';
import { KeyErasures } from '../../src/kernel/key-erasures.js';
import { Views } from '../../src/kernel/projection.js';
import type { Projection } from '../../src/projections/view.js';
import { AccountErasure } from '../../src/reactions/erasure/account-erasure.js';
import { Contributions } from '../../src/reactions/erasure/contributions.js';
import { ErasureList } from '../../src/infrastructure/erasures/erasure-list.port.js';
import { ErasedKeys } from '../../src/reactions/erasure/erased-keys.js';
import { Goodbyes } from '../../src/reactions/erasure/goodbyes.js';
import { Achievements } from '../../src/reactions/community/achievements.js';
import { ActivityNotices } from '../../src/reactions/mails/activity-notices.js';
import { CommentReplies } from '../../src/reactions/community/comment-replies.js';
import { ExcludedRatings } from '../../src/reactions/moderation/excluded-ratings.js';
import { MinorReports } from '../../src/reactions/moderation/minor-reports.js';
import { States } from '../../src/kernel/states.js';
import { RemovedPosts } from '../../src/reactions/timers/removed-posts.js';
import { TimedCommands } from '../../src/reactions/timers/timed-commands.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { ToldActivity } from '../../src/reactions/mails/told-activity.js';
import { WeeklyDigests } from '../../src/reactions/mails/weekly-digests.js';
import { Recipients } from '../../src/reactions/mails/recipients.js';
import { TestClock } from '../support/app.js';
import { recorded } from '../support/given.js';
import { type Stub, made, stub } from '../support/made.js';
import { readersOver } from '../support/readers.js';

const HEAD = 11;

/** One document with all fields that the queries below read from any view. */
const DOCUMENT = {
  _id: 'p',
  _position: 1,
  postId: 'p',
  accountId: 'ann',
  authorId: 'ann',
  ownerId: 'ann',
  claimedBy: 'ann',
  falseAt: null,
  isPublic: true,
  week: '2026-W47',
  rank: '0'.repeat(40),
  moderation: { cause: null },
  aiTenths: 95,
  voteTenths: 90,
  voteCount: 1,
  emailVerified: true,
  notifications: { rating: true, comment: true, achievements: true, boosts: true },
  emailWeekly: false,
  suspensions: [],
  withheld: [],
  boosts: [],
  moderationFlags: [],
  picture: { imageHash: 'h', thumbhash: 't', width: 1, height: 1 },
  pending: { ...NOTHING, ratings: 1 },
  untold: { comments: [], replies: [] },
  scores: { aiTenths: 95, voteTenths: 90, voteCount: 1 },
  step: { average: 95, votes: 1 },
  told: { average: 95, rank: null },
  votedAt: '',
  likedAt: '',
  openAt: '',
  notices: 0,
  closing: 'closing',
  standing: { rank: 1, postId: 'p', ownerId: 'ann', scoreTenths: 185, scoreCount: 2 },
};

/** Views with one document each, of which one may be behind; records reads and actions. */
class World {
  readonly read: string[] = [];
  readonly commands: string[] = [];
  readonly destroyed: string[] = [];
  /** The views that were awaited. */
  private readonly waitedFor = new Set<string>();

  constructor(private readonly behind: string | null) {}

  readonly views: ViewProgress = {
    // A frozen view is not among the views that are fed.
    reached: () => Promise.resolve(true),
    seen: (names, position) => {
      if (position !== HEAD) throw new Error(`${position} was awaited instead of ${HEAD}`);
      for (const name of names) this.waitedFor.add(name);
      return Promise.resolve(this.behind === null || !names.includes(this.behind));
    },
  };

  readonly commandBus = {
    execute: (command: object) => {
      this.commands.push(command.constructor.name);
      return Promise.resolve();
    },
  } as unknown as CommandBus;

  readonly log = { head: () => Promise.resolve(HEAD) } as unknown as EventLog;

  private readonly shown: Views = {
    of: <Document extends object>({ name }: Projection<Document>) => {
      const note = <Result>(result: Result): Promise<Result> => {
        if (!this.waitedFor.has(name)) throw new Error(`${name} was read without waiting for it`);
        this.read.push(name);
        return Promise.resolve(result);
      };
      return {
        get: () => note(DOCUMENT as never),
        // A person among several is not found.
        getMany: () => note(new Map()),
        find: () => note([DOCUMENT as never]),
        pick: () => note([DOCUMENT as never]),
        count: () => note(1),
      };
    },
  };

  readonly readers = readersOver(this.shown);

  /** The dependencies of event reactions. */
  readonly parts = [
    stub(CommandBus, this.commandBus),
    stub(ViewProgress, this.views),
    ...Object.values(this.readers).map((reader): Stub => [reader.constructor, reader]),
  ];
}

/** A decision that reads views, and the views it reads. */
interface Decision {
  readonly name: string;
  readonly on: readonly string[];
  /** Its commands when all views are up to date. */
  readonly does: readonly string[];
  run(world: World): Promise<unknown>;
}

const happened = (
  reaction: Reaction,
  type: keyof Reaction['on'],
  data: object,
): Promise<void> | undefined => {
  const [event] = recorded([{ type, data } as never]);
  const act = reaction.on[type] as ((event: Recorded) => Promise<void>) | undefined;
  return act?.({ ...(event as Recorded), position: HEAD });
};
const replies = ({ parts }: World) => made(CommentReplies, ...parts);
const parentDeleted = { commentId: 'c', authorId: 'bob' };
const posted = { commentId: 'c', postId: 'p', authorId: 'new', parent: { commentId: 'b', authorId: 'bob' } };

/** The state of a post without acts. */
const NO_ACTS = { of: () => Promise.resolve({ acts: [] }) } as unknown as States;
const NO_STATES = stub(States, { of: () => Promise.reject(new Error('no state is needed')) });

const BECAUSE_OF_EVENTS: readonly Decision[] = [
  {
    name: 'replies to a comment that is gone',
    on: ['comments'],
    does: ['DeleteComment'],
    run: async (world) => happened(replies(world), 'CommentDeleted', parentDeleted),
  },
  {
    name: 'comments on a post that is gone',
    on: ['comments'],
    does: ['DeleteComment'],
    run: async (world) => happened(replies(world), 'PostDeleted', { postId: 'p', ownerId: 'ann' }),
  },
  {
    name: 'a comment of a deleted person',
    on: ['comments', 'leaderboard', 'people'],
    does: ['DeleteComment'],
    run: async (world) => happened(replies(world), 'CommentPosted', posted),
  },
  {
    name: 'what a deleted account leaves behind',
    on: ['comments', 'leaderboard', 'photos'],
    does: ['DeletePost', 'DeleteComment', 'DeletePhoto', 'ReleaseEmail'],
    run: async (world) => {
      const { destroyed } = world;
      const nothing = () => Promise.resolve();
      const keys = made(
        ErasedKeys,
        stub(Goodbyes, { storeIfMissing: nothing }),
        stub(States, { forgetAll: () => void destroyed.push('every state in memory') }),
        stub(KeyErasures, { erase: async (person) => void destroyed.push(person ?? '') }),
        stub(ErasureList, { add: async ({ kind, id }) => void destroyed.push(`${kind} ${id} is listed`) }),
      );
      const erasure = made(
        AccountErasure,
        ...world.parts,
        stub(ErasedKeys, keys),
        stub(Contributions, made(Contributions, ...world.parts)),
        stub(History, { of: () => Promise.resolve([]) }),
        stub(Outbox, { find: () => Promise.resolve(null) }),
        stub(SessionStore, { removeAll: () => Promise.resolve(0) }),
        stub(KernelStore, {
          checkpoint: () => Promise.resolve(null),
          moveCheckpoint: () => Promise.resolve(true),
        }),
      );
      const data = { accountId: 'ann', emailHash: 'e', pictureId: null };
      await happened(erasure, 'AccountDeleted', data);
      expect(destroyed).toEqual(['ann', 'every state in memory', 'account ann is listed']);
    },
  },
  ...(['PostPublished', 'Rated'] as const).map((type) => ({
    name: `what a post achieves, because of ${type}`,
    on: ['leaderboard'],
    does: ['RecordAchievement'],
    run: async ({ parts }: World) => happened(made(Achievements, ...parts), type, { postId: 'p' }),
  })),
  ...(['RaterExcluded', 'RaterIncluded'] as const).map((type) => ({
    name: `which ratings ${type} concerns`,
    on: ['ratings'],
    does: [type === 'RaterExcluded' ? 'ExcludeRating' : 'IncludeRating'],
    run: async ({ parts }: World) =>
      happened(made(ExcludedRatings, ...parts, NO_STATES), type, { userId: 'bob', actId: 'x1' }),
  })),
  {
    name: 'which reports of a minor hide a post',
    on: ['reports'],
    does: ['SettleCheck'],
    run: async ({ parts }) => {
      const states = stub(States, { of: async () => ({ admitted: null, clearedBy: [] }) as never });
      await happened(made(MinorReports, ...parts, states), 'ReportCategorised', {
        subject: 'post',
        subjectId: 'p',
        postId: 'p',
      });
    },
  },
  {
    name: 'the prizes of a closed week',
    on: ['leaderboard', 'standings', 'weekly'],
    does: ['RecordAchievement'],
    run: async ({ parts }: World) =>
      happened(made(Achievements, ...parts), 'WeekClosed', {
        week: '2026-W47',
        closing: DOCUMENT.closing,
      }),
  },
  {
    name: 'what a mail tells of posts',
    on: ['comments', 'leaderboard', 'people'],
    does: [],
    run: async ({ parts }) => {
      const reader = { accountId: 'ann', wants: { rating: true, comment: true, achievements: true } };
      const notice = { activity: NOTHING, average: null, rank: null, newest: ['c'] };
      const told = made(ToldActivity, ...parts).of({ ...reader, position: HEAD }, new Map([['p', notice]]));
      expect(await told).toEqual([]);
    },
  },
  {
    name: 'whom to write to',
    on: ['accounts'],
    does: [],
    run: async ({ parts }) => {
      expect(await made(Recipients, ...parts).find('p', HEAD)).toMatchObject({ isVerified: true });
    },
  },
];

const BY_THE_CLOCK: readonly Decision[] = [
  {
    name: 'the news that people get',
    on: ['accounts', 'activity', 'leaderboard', 'weekly'],
    // Of a post with news, and of one that was only liked.
    does: ['NotifyActivity', 'NotifyActivity'],
    run: ({ commandBus, readers, log, views }) => {
      const { activity, accounts, leaderboard, ranks } = readers;
      const clock = new TestClock();
      const needed = [activity, accounts, leaderboard, ranks] as const;
      const commands = new TimedCommands(commandBus, new RandomIds());
      return new ActivityNotices(commands, ...needed, log, views, clock).notify();
    },
  },
  {
    name: 'who gets a weekly digest',
    on: ['accounts', 'weekly'],
    does: ['NotifyDigest'],
    run: ({ commandBus, readers, log, views }) => {
      const closed = [{ type: 'WeekClosed', metadata: { at: '2026-11-16T00:01:00.000Z' } } as Recorded];
      const history = { of: () => Promise.resolve(closed) } as unknown as History;
      const commands = new TimedCommands(commandBus, new RandomIds());
      const needed = [commands, readers.accounts, readers.weekly, history] as const;
      return new WeeklyDigests(...needed, new Calendar('UTC'), log, views, new TestClock()).notify();
    },
  },
  {
    name: 'unpublished photos',
    on: ['photos'],
    does: ['WithdrawPicture', 'DeletePhoto'],
    run: ({ commandBus, readers, log, views }) =>
      new PhotoExpiry(commandBus, readers.photos, log, views, new TestClock(), new RandomIds()).expire(),
  },
  {
    name: 'posts that were removed long ago',
    on: ['moderated-posts'],
    does: ['DeleteRemovedPost'],
    run: ({ commandBus, readers, log, views }) => {
      const { moderatedPosts } = readers;
      return new RemovedPosts(
        new TimedCommands(commandBus, new RandomIds()),
        moderatedPosts,
        log,
        views,
        NO_ACTS,
        new TestClock(),
      ).delete();
    },
  },
];

const behindEach = (decisions: readonly Decision[]) =>
  decisions.flatMap((decision) => decision.on.map((view) => [decision.name, view, decision] as const));
/** All reads and commands; a key is destroyed whatever the views show. */
const touchedIn = ({ read, commands }: World) => [...read, ...commands];

describe('a decision that reads views', () => {
  it.each([...BECAUSE_OF_EVENTS, ...BY_THE_CLOCK].map((decision) => [decision.name, decision] as const))(
    'is made once they have seen the head of the log: %s',
    async (_, { on, does, run }) => {
      const world = new World(null);
      await run(world);
      expect([...new Set(world.read)].toSorted()).toEqual(on);
      expect(world.commands).toEqual(does);
    },
  );

  it.each(behindEach(BECAUSE_OF_EVENTS))(
    'is retried, with nothing read or done, while a view is behind: %s, %s',
    async (_, view, { run }) => {
      const world = new World(view);
      await expect(run(world)).rejects.toThrow('the views are behind');
      expect(touchedIn(world)).toEqual([]);
    },
  );

  it.each(behindEach(BY_THE_CLOCK))(
    'waits for the next run, with nothing read or done, while a view is behind: %s, %s',
    async (_, view, { run }) => {
      const world = new World(view);
      await run(world);
      expect(touchedIn(world)).toEqual([]);
    },
  );

  it('does not delay the destruction of a key', async () => {
    const erasure = BECAUSE_OF_EVENTS.find(({ does }) => does.includes('ReleaseEmail'));
    const world = new World('comments');
    await expect(erasure?.run(world)).rejects.toThrow('the views are behind');
    expect(world.destroyed).toEqual(['ann', 'every state in memory', 'account ann is listed']);
  });
});
