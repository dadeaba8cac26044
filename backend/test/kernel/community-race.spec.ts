import { CommandBus } from '@nestjs/cqrs';
import { Commenting } from '../../src/api/community/comments.controller.js';
import { Account } from '../../src/domain/account/account.js';
import { Like } from '../../src/domain/like/like.js';
import { Rating, UNRECORDED } from '../../src/domain/rating/rating.js';
import { seededRandom } from '../../src/demo/random.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import type { Scalar } from '../../src/kernel/query.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import type { ShownComments } from '../../src/projections/comments/comments.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { PublicViews, Views } from '../../src/kernel/projection.js';
import { type OwnApp, startApp } from '../support/app.js';
import { publishPost, send } from '../support/posts.js';
import { readersOver } from '../support/readers.js';
import { amount, seedOf } from '../support/scope.js';
import { settled } from '../support/settled.js';

const PEOPLE = 200;
/** Each person has the page open twice, and does different things in both at once. */
const TABS = 2;
const OPERATIONS = amount(4000, 20_000);
const RATED_BEFORE = 'You may have already rated this post.';

describe('two hundred people on one post', () => {
  let app: OwnApp;
  beforeAll(async () => {
    app = await startApp({ storage: { env: {}, stop: () => Promise.resolve() } });
  });
  afterAll(() => app.stop());

  it('like, unlike, rate and comment at once, and every figure is correct in the end', async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => register(app, index)));
    const postId = await publishPost(app, app.adapters.ids.uuid(), 7.4);
    const commands = app.server.get(CommandBus, { strict: false });
    const readers = readersOver(app.server.get(Views), app.server.get(PublicViews));
    const commenting = app.server.get(Commenting, { strict: false });

    const mine = new Map(people.map((userId) => [userId, [] as string[]]));
    const commentIds: string[] = [];
    const refused: unknown[] = [];
    let tries = 0;
    const act = async (userId: string, random: () => number) => {
      const chance = random();
      const post = await readers.leaderboard.facts(postId);
      if (!post) throw new Error('the post is gone');
      if (chance < 0.3) return commands.execute(Like.LikePost({ post, userId }));
      if (chance < 0.55) return commands.execute(Like.UnlikePost({ post, userId }));
      if (chance < 0.7) {
        tries += 1;
        return commands.execute(
          Rating.RatePost({ post, userId, score: Math.floor(random() * 11), ...UNRECORDED }),
        );
      }
      const own = mine.get(userId);
      const taken = chance < 0.8 ? own?.shift() : undefined;
      if (taken) return commenting.takeBack(taken, userId);
      const parent = random() < 0.5 ? commentIds.at(Math.floor(random() * commentIds.length)) : undefined;
      const { id } = await commenting.say(
        postId,
        { text: 'A calm picture.', ...(parent && { parentCommentId: parent }) },
        userId,
      );
      own?.push(id);
      commentIds.push(id);
    };
    const tab = async (userId: string, name: string) => {
      const random = seededRandom(`${name} ${seedOf(0)}`);
      const causation = {
        actor: { kind: 'user' as const, id: userId },
        requestId: null,
        correlationId: name,
        causationId: name,
      };
      for (let count = 0; count < OPERATIONS / PEOPLE / TABS; count += 1) {
        await causedBy(causation, () => act(userId, random)).catch((error: unknown) => refused.push(error));
      }
    };

    const started = performance.now();
    await Promise.all(
      people.flatMap((userId, person) =>
        Array.from({ length: TABS }, (_, index) => tab(userId, `${person}/${index}`)),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `${OPERATIONS} operations in ${seconds.toFixed(1)} s, ${Math.round(OPERATIONS / seconds)} a second\n`,
    );

    // Replies that were sent while their parent was deleted are deleted after it.
    const board = app.server.get(Views).of(leaderboard);
    const countOf = (comments: readonly Comment[]): number =>
      comments.reduce((sum, { replies }) => sum + 1 + countOf(replies), 0);
    const shown = async () => {
      let sum = 0;
      for (let cursor: readonly Scalar[] | null = null, isFirst = true; cursor || isFirst; isFirst = false) {
        const page: ShownComments = await readers.comments.page(postId, cursor);
        sum += countOf(page.comments);
        cursor = page.next;
      }
      return sum;
    };
    const listed = async () => (await readers.comments.idsOn(postId)).length;
    await settled(app);
    expect(await listed()).toBe(await shown());

    const post = await board.get(postId);
    const logged = await foldOf(app, postId);
    const likers = await only(people, (userId) => readers.likes.has(postId, userId));
    const raters = await only(
      people,
      async (userId) => (await readers.ratings.score(postId, userId)) !== null,
    );
    expect({
      likes: post?.likesCount,
      ai: post?.aiTenths,
      votes: post?.voteCount,
      tenths: post?.voteTenths,
      comments: post?.commentsCount,
    }).toEqual({
      likes: logged.likers.size,
      ai: 74,
      votes: logged.scores.size,
      tenths: 10 * [...logged.scores.values()].reduce((sum, score) => sum + score, 0),
      comments: logged.comments.size,
    });
    expect(likers).toEqual(people.filter((userId) => logged.likers.has(userId)));
    expect(raters).toEqual(people.filter((userId) => logged.scores.has(userId)));
    expect(post?.commentsCount).toBe(await listed());
    expect(logged.lowest).toBe(0);
    expect(logged.twiceRated).toEqual([]);

    // A second rating is rejected, as the rule says, and a comment may be deleted before someone replies to it or
    // deletes it; no command is rejected because of concurrent commands.
    const messages = refused.map((error) => (error instanceof Error ? error.message : String(error)));
    const ratedBefore = messages.filter((message) => message === RATED_BEFORE);
    expect(ratedBefore).toHaveLength(tries - logged.scores.size);
    expect(messages.filter((message) => ![RATED_BEFORE, 'Comment not found'].includes(message))).toEqual([]);
  });
});

async function register(app: OwnApp, index: number): Promise<string> {
  const accountId = app.adapters.ids.uuid();
  await send(
    app,
    Account.RegisterAccount({
      accountId,
      email: `person-${index}@example.org`,
      emailHash: `${index}`,
      username: `Walker${index}`,
      passwordHash: 'none',
      verification: {
        verificationId: app.adapters.ids.uuid(),
        tokenHash: 'none',
        expiresAt: app.clock.now().toISOString(),
      },
    }),
  );
  return accountId;
}

/** The items for which the check answers true, checked one by one. */
async function only<Item>(items: readonly Item[], isSo: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) if (await isSo(item)) found.push(item);
  return found;
}

/** The ids in the data of the counted events; each event has some of them. */
interface Facts {
  readonly postId: string;
  readonly userId: string;
  readonly commentId: string;
  readonly score: number;
}

/** The figures of a post by the log, computed with sets and not with counters. */
async function foldOf({ adapters: { storage } }: OwnApp, postId: string) {
  const likers = new Set<string>();
  const comments = new Set<string>();
  const scores = new Map<string, number>();
  const twiceRated: string[] = [];
  let [likes, commentCount, lowest] = [0, 0, 0];
  const take = ({ type, data }: LoggedEvent) => {
    const { userId, commentId, score, ...rest } = data as Facts;
    if (rest.postId !== postId) return;
    if (type === 'Liked') likers.add(userId);
    if (type === 'Unliked') likers.delete(userId);
    if (type === 'CommentPosted') comments.add(commentId);
    if (type === 'CommentDeleted') comments.delete(commentId);
    if (type === 'Rated' && scores.has(userId)) twiceRated.push(userId);
    if (type === 'Rated') scores.set(userId, score);
    likes += Number(type === 'Liked') - Number(type === 'Unliked');
    commentCount += Number(type === 'CommentPosted') - Number(type === 'CommentDeleted');
    lowest = Math.min(lowest, likes, commentCount);
  };
  for (let after = 0; ;) {
    const page = await storage.log.readAll(after, 1000);
    page.forEach(take);
    const last = page.at(-1);
    if (!last) return { likers, comments, scores, twiceRated, lowest };
    after = last.position;
  }
}
