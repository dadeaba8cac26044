import { CommandBus } from '@nestjs/cqrs';
import { Commenting } from '../../src/api/community/commenting.service.js';
import { RegisterAccount } from '../../src/domain/account/account.commands.js';
import { LikePost, UnlikePost } from '../../src/domain/like/like.commands.js';
import { RatePost } from '../../src/domain/rating/rating.commands.js';
import { seededRandom } from '../../src/demo/random.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.projection.js';
import { PublicViews, Views } from '../../src/kernel/projection.js';
import { type RunningApp, startApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { publishPost, send } from '../support/posts.js';
import { readersOver } from '../support/readers.js';
import { amount } from '../support/scope.js';

const PEOPLE = 200;
/** Each person has the page open twice, and does different things in both at once. */
const TABS = 2;
const OPERATIONS = amount(4000, 20_000);
const RATED_BEFORE = 'You may have already rated this post.';

describe('two hundred people at one post', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ storage: { env: {}, stop: () => Promise.resolve() } });
  });
  afterAll(() => app.stop());

  it('like, unlike, rate and comment at once, and every figure is true in the end', async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, place) => register(app, place)));
    const postId = await publishPost(app, app.adapters.ids.uuid(), 7.4);
    const commands = app.server.get(CommandBus, { strict: false });
    const readers = readersOver(app.server.get(Views), app.server.get(PublicViews));
    const commenting = app.server.get(Commenting, { strict: false });

    const mine = new Map(people.map((userId) => [userId, [] as string[]]));
    const everybodys: string[] = [];
    const refused: unknown[] = [];
    let tries = 0;
    const act = async (userId: string, random: () => number) => {
      const chance = random();
      const post = await readers.leaderboard.facts(postId);
      if (!post) throw new Error('the post is gone');
      if (chance < 0.3) return commands.execute(new LikePost({ post, userId }));
      if (chance < 0.55) return commands.execute(new UnlikePost({ post, userId }));
      if (chance < 0.7) {
        tries += 1;
        return commands.execute(new RatePost({ post, userId, score: Math.floor(random() * 11) }));
      }
      const own = mine.get(userId);
      const taken = chance < 0.8 ? own?.shift() : undefined;
      if (taken) return commenting.takeBack(taken, userId);
      const parent = random() < 0.5 ? everybodys.at(Math.floor(random() * everybodys.length)) : undefined;
      const { id } = await commenting.say(
        postId,
        { text: 'A calm picture.', ...(parent && { parentCommentId: parent }) },
        userId,
      );
      own?.push(id);
      everybodys.push(id);
    };
    const tab = async (userId: string, name: string) => {
      const random = seededRandom(name);
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
        Array.from({ length: TABS }, (_, place) => tab(userId, `${person}/${place}`)),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `${OPERATIONS} operations in ${seconds.toFixed(1)} s, ${Math.round(OPERATIONS / seconds)} a second\n`,
    );

    // Replies that were on their way when their parent was deleted go after it.
    const board = app.server.get(Views).of(leaderboard);
    const countOf = (comments: readonly Comment[]): number =>
      comments.reduce((sum, { replies }) => sum + 1 + countOf(replies), 0);
    const shown = async () => countOf(await readers.comments.threads(postId, null));
    const there = async () => (await readers.comments.idsOn(postId)).length;
    await eventually('no orphan is left', async () => (await there()) === (await shown()));

    const post = await board.get(postId);
    const told = await foldOf(app, postId);
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
      likes: told.likers.size,
      ai: 74,
      votes: told.scores.size,
      tenths: 10 * [...told.scores.values()].reduce((sum, score) => sum + score, 0),
      comments: told.comments.size,
    });
    expect(likers).toEqual(people.filter((userId) => told.likers.has(userId)));
    expect(raters).toEqual(people.filter((userId) => told.scores.has(userId)));
    expect(post?.commentsCount).toBe(await there());
    expect(told.lowest).toBe(0);
    expect(told.twiceRated).toEqual([]);

    // Whoever rated before was told so, as the rule says, and a comment may be gone by the time somebody replies to it or
    // deletes it; nobody was refused because others were at it.
    const messages = refused.map((error) => (error instanceof Error ? error.message : String(error)));
    const ratedBefore = messages.filter((message) => message === RATED_BEFORE);
    expect(ratedBefore).toHaveLength(tries - told.scores.size);
    expect(messages.filter((message) => ![RATED_BEFORE, 'Comment not found'].includes(message))).toEqual([]);
  }, 240_000);
});

async function register(app: RunningApp, place: number): Promise<string> {
  const accountId = app.adapters.ids.uuid();
  await send(
    app,
    new RegisterAccount({
      accountId,
      email: `person-${place}@example.org`,
      emailHash: `${place}`,
      username: `Walker${place}`,
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

/** Those for whom it is so, one asked after the other. */
async function only<Item>(items: readonly Item[], isSo: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) if (await isSo(item)) found.push(item);
  return found;
}

/** What the events that are counted are about; each has those that it needs. */
interface Facts {
  readonly postId: string;
  readonly userId: string;
  readonly commentId: string;
  readonly score: number;
}

/** What the log itself tells of a post, by sets and not by counters. */
async function foldOf({ adapters: { storage } }: RunningApp, postId: string) {
  const likers = new Set<string>();
  const comments = new Set<string>();
  const scores = new Map<string, number>();
  const twiceRated: string[] = [];
  let [likes, said, lowest] = [0, 0, 0];
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
    said += Number(type === 'CommentPosted') - Number(type === 'CommentDeleted');
    lowest = Math.min(lowest, likes, said);
  };
  for (let after = 0; ;) {
    const page = await storage.log.readAll(after, 1000);
    page.forEach(take);
    const last = page.at(-1);
    if (!last) return { likers, comments, scores, twiceRated, lowest };
    after = last.position;
  }
}
