import { LimitsSweeper } from '../../src/api/http/sweepers.js';
import { UnusedPictures } from '../../src/api/account/unused-pictures.js';
import { forEachSettled } from '../../src/kernel/settle-all.js';
import { CommentReplies } from '../../src/reactions/community/comment-replies.js';
import { SuspendedPosts } from '../../src/reactions/decisions/suspended-posts.js';
import { AccountDeletion } from '../../src/reactions/erasure/account-deletion.js';
import { Contributions } from '../../src/reactions/erasure/contributions.js';
import { DeletedAdmins } from '../../src/reactions/erasure/deleted-admins.js';
import { GoodbyeMails } from '../../src/reactions/erasure/goodbye-mails.js';
import { KeySweep } from '../../src/reactions/erasure/key-sweep.js';
import { WaitingMails } from '../../src/reactions/mails/waiting-mails.js';
import { ExcludedRatings } from '../../src/reactions/moderation/excluded-ratings.js';
import { BoostTimes } from '../../src/reactions/timers/boost-times.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';
import { TimedCommands } from '../../src/reactions/timers/timed-commands.js';
import { PausingError } from '../../src/kernel/reaction.js';
import { TestClock } from '../support/app.js';
import { FIRST_TRY } from '../support/reactions.js';

/** The parts of a job, as far as it uses them here. */
type Parts = Readonly<Record<string, unknown>>;

/** What was tried: each item, by its id. The first one fails. */
let tried: string[];
const attempt = async (id: string) => {
  tried.push(id);
  if (tried.length === 1) throw new Error(`${id} is damaged`);
  return 1;
};
const idIn = (command: object) => {
  const { data } = command as { data: Record<string, string> };
  return data['postId'] ?? data['commentId'] ?? data['photoId'] ?? data['boostId'] ?? data['accountId'] ?? '';
};
const commands: Parts = { execute: (command: object) => attempt(idIn(command)) };
const clock = new TestClock();
const ids: Parts = { uuid: () => 'run' };
const log: Parts = { head: async () => 0 };
const views: Parts = { seen: async () => true };
const two =
  (field = '_id') =>
  async () => [{ [field]: 'one' }, { [field]: 'two' }];
const made = <Job>(Type: new (...parts: never[]) => Job, ...parts: readonly unknown[]) =>
  new Type(...(parts as never[]));
const none = async () => [];

/** Each job and reaction with two items. */
const RUNS: Readonly<Record<string, () => Promise<unknown>>> = {
  'commands of the clock': () =>
    made(TimedCommands, commands, ids).send(
      'job',
      ['one', 'two'],
      (photoId) => ({ data: { photoId } }) as never,
    ),
  'commands of the clock, while the command is made': () =>
    made(TimedCommands, { execute: async () => undefined }, ids).send('job', ['one', 'two'], async (id) => {
      await attempt(id);
      return {} as never;
    }),
  'photos that expire': () =>
    made(
      PhotoExpiry,
      commands,
      { unpublished: async () => ['one', 'two'].map((_id) => ({ _id, claimedBy: null, picture: {} })) },
      log,
      views,
      clock,
      ids,
    ).expire(),
  'accounts that are due': () =>
    made(AccountDeletion, commands, { dueDeletions: async () => ['one', 'two'] }, clock, ids, {
      store: async () => undefined,
    }).deleteDue(),
  'boosts that end': () =>
    made(
      BoostTimes,
      commands,
      {
        endedBoosts: async () => [{ _id: 'one', userId: 'ann' }],
        endingBoosts: async () => [{ _id: 'two' }],
      },
      clock,
      ids,
    ).record(),
  'posts of a deleted person': () =>
    made(
      Contributions,
      commands,
      { postIdsOf: async () => ['one', 'two'] },
      { by: none },
      { unpublishedOf: none },
    ).remove('ann'),
  'a post and a comment of a deleted person': () =>
    made(
      Contributions,
      commands,
      { postIdsOf: async () => ['one'] },
      { by: async () => [{ _id: 'two' }] },
      { unpublishedOf: none },
    ).remove('ann'),
  'posts of a suspended person': () =>
    made(SuspendedPosts, commands, views, {}, { postIdsOf: async () => ['one', 'two'] }, clock).hide(
      { accountId: 'ann', suspensionId: 's', code: null, hidesPosts: true } as never,
      1,
    ),
  'ratings of an excluded person': async () =>
    made(ExcludedRatings, commands, { by: two('postId') }, {}, views).on.RaterExcluded?.(
      { data: { userId: 'ann', actId: 'a' }, position: 1 } as never,
      FIRST_TRY,
    ),
  'replies to a deleted comment': async () =>
    made(
      CommentReplies,
      commands,
      views,
      {},
      {},
      { repliesTo: async () => ['one', 'two'] },
    ).on.CommentDeleted?.({ data: { commentId: 'c', authorId: 'ann' }, position: 1 } as never, FIRST_TRY),
  'admins of deleted accounts': async () =>
    made(
      DeletedAdmins,
      {},
      {
        of: async ({ category }: { category: string }, id: string) =>
          category === 'account'
            ? { deleted: (await attempt(id)) === 0 }
            : { admins: { a: { accountIds: ['one'] }, b: { accountIds: ['two'] } } },
      },
    ).on.AdminReinstated?.({} as never, FIRST_TRY),
  'pictures that were not used': () =>
    made(
      UnusedPictures,
      {
        list: async () =>
          ['one', 'two'].map((key) => ({
            key,
            value: { accountId: 'ann', since: '2020-01-01T00:00:00.000Z' },
          })),
        remove: async () => undefined,
      },
      { delete: attempt },
      { of: async () => ({ pictureId: 'three' }) },
      clock,
    ).sweep(),
  'counts and answers': () =>
    made(
      LimitsSweeper,
      { removeExpired: () => attempt('one') },
      { removeExpired: () => attempt('two') },
      clock,
    ).sweep(),
  'keys of networks and of people': () =>
    made(KeySweep, { destroyExpired: () => attempt('one') }, { catchUp: () => attempt('two') }).sweep(),
  'mails that wait': () =>
    made(WaitingMails, { waiting: async () => ['one', 'two'], tryAgain: attempt }).tryAgain(),
  'goodbye mails': () =>
    made(GoodbyeMails, {
      accountIds: async () => ['one', 'two'],
      find: async (id: string) => {
        await attempt(id);
        return null;
      },
    }).deliver(),
};

describe('one item that fails', () => {
  beforeEach(() => {
    tried = [];
  });

  it.each(Object.entries(RUNS))('keeps none of the others from being done: %s', async (_, run) => {
    await expect(run()).rejects.toThrow('one is damaged');
    expect(tried).toEqual(['one', 'two']);
  });

  it('is not hidden by one that works, nor by a later one that fails, too', async () => {
    const fails = (item: string) => (item === 'b' ? Promise.resolve() : Promise.reject(new Error(item)));
    await expect(forEachSettled(['a', 'b', 'c'], fails)).rejects.toThrow('a');
    await expect(forEachSettled(['b', 'b'], fails)).resolves.toBeUndefined();
  });

  it('stops the mails if it says that none can be sent', async () => {
    const tryAgain = (id: string) => {
      tried.push(id);
      return Promise.reject(new PausingError('the server is away'));
    };
    const mails = made(WaitingMails, { waiting: async () => ['one', 'two'], tryAgain });
    await expect(mails.tryAgain()).rejects.toThrow('the server is away');
    expect(tried).toEqual(['one']);
  });
});
