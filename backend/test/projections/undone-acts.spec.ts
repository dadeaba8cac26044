import { Comment } from '../../src/domain/comment/comment.js';
import { Like } from '../../src/domain/like/like.js';
import type { PostFacts } from '../../src/domain/post/post-facts.js';
import { Post } from '../../src/domain/post/post.js';
import { Rating, UNRECORDED } from '../../src/domain/rating/rating.js';
import { Report } from '../../src/domain/report/report.js';
import { seededRandom } from '../../src/demo/random.js';
import { type Command, Rejected } from '../../src/kernel/aggregate.js';
import type { Recorded } from '../../src/kernel/event.js';
import { States } from '../../src/kernel/states.js';
import { foldAndCount, stepsOf } from '../../src/kernel/views/view-fold.js';
import type { Projection } from '../../src/projections/view.js';
import { projections } from '../../src/projections/projections.js';
import { newAdmin } from '../support/admins.js';
import { type RunningApp, useOwnApp } from '../support/app.js';
import { joining } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { amount, seedOf } from '../support/scope.js';
import { settled } from '../support/settled.js';
import { type TestKernel, documentsOf } from '../support/test-kernel.js';
import { NOBODY } from '../../src/domain/admin/person.js';

/** Views whose documents keep acts and undos, their positions, count them, or keep what was mailed. */
const INTERNAL = new Set([
  'acts',
  'activity',
  'audit',
  'blocked-pictures',
  'inbox',
  'rating-queue',
  'report-times',
  'statistics',
]);
const UNDOS = new Set(['PostActUndone', 'LegalHoldLifted', 'CommentActUndone', 'ReportReopened']);
const STEPS = 90;

const decider = NOBODY;
const given = { reason: 'quality', note: 'Too dark.' } as const;

/** An act that may be undone. */
type Undo = () => Command<object>;

/** Random acts, undos and deeds of people on a few posts. */
class Story {
  private readonly undos: Undo[] = [];
  private readonly comments: { commentId: string; postId: string; authorId: string; depth: number }[] = [];
  private count = 0;

  constructor(
    private readonly app: RunningApp,
    private readonly random: () => number,
    private readonly posts: readonly { postId: string; ownerId: string }[],
    private readonly people: readonly string[],
    private readonly adminId: string,
  ) {}

  /** Does one thing. What a rule rejects is left out. */
  async step(): Promise<void> {
    this.app.clock.advance(1000);
    const command = await this.next();
    if (!command) return;
    await send(this.app, command).catch((error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
    });
  }

  private async next(): Promise<Command<object> | null> {
    const about = this.pick(this.posts);
    const userId = this.pick(this.people);
    if (!about || !userId) return null;
    const { postId, ownerId } = about;
    const { isPublic } = await this.app.server.get(States, { strict: false }).of(Post, postId);
    const facts: PostFacts = { postId, ownerId, isPublic };
    const actId = crypto.randomUUID();
    const ofPost = { postId, actId, decider };
    const onPost = (command: Command<object>) => {
      this.undos.push(() => Post.UndoPostAct({ ...ofPost, because: 'A mistake.' }));
      return command;
    };
    const deeds: readonly (() => Command<object> | null | undefined)[] = [
      () => onPost(Post.ApprovePost({ ...ofPost, shown: null })),
      () => onPost(Post.HidePost({ ...ofPost, ...given })),
      () => onPost(Post.ShowPost({ ...ofPost, given: null })),
      () => onPost(Post.RemovePost({ ...ofPost, ...given })),
      () => this.escalate(postId, actId),
      () => this.pick(this.undos)?.(),
      () => this.pick(this.undos)?.(),
      () => this.pick(this.undos)?.(),
      () => Rating.RatePost({ post: facts, userId, score: Math.floor(this.random() * 11), ...UNRECORDED }),
      () => Like.LikePost({ post: facts, userId }),
      () => Like.UnlikePost({ post: facts, userId }),
      () => this.say(facts, userId),
      () => this.say(facts, userId),
      () => this.silence(actId),
      () => this.takeBack(),
      () => Report.ReportPost({ post: facts, reporterId: userId, category: 'spam', reason: 'An advert.' }),
      () => this.judge(postId, userId, actId),
    ];
    return this.pick(deeds)?.() ?? null;
  }

  private say(facts: PostFacts, authorId: string): Command<object> {
    const above = this.pick(this.comments);
    const parent = above?.postId === facts.postId ? above : null;
    const commentId = crypto.randomUUID();
    const depth = (parent?.depth ?? 0) + 1;
    this.comments.push({ commentId, postId: facts.postId, authorId, depth });
    this.count += 1;
    return Comment.PostComment({ commentId, post: facts, authorId, parent, text: `Number ${this.count}.` });
  }

  private escalate(postId: string, actId: string): Command<object> {
    const act = { postId, actId, decider, adminId: this.adminId };
    this.undos.push(() => Post.LiftLegalHold({ ...act, because: 'It is legal.' }));
    return Post.EscalatePost({ ...act, ...given });
  }

  private silence(actId: string): Command<object> | null {
    const chosen = this.pick(this.comments);
    if (!chosen) return null;
    const { commentId } = chosen;
    this.undos.push(() => Comment.UndoCommentAct({ commentId, actId, decider, because: 'A joke.' }));
    return Comment.HideComment({ commentId, actId, decider, ...given });
  }

  private takeBack(): Command<object> | null {
    const chosen = this.random() < 0.4 ? this.pick(this.comments) : undefined;
    return chosen
      ? Comment.DeleteComment({ commentId: chosen.commentId, by: chosen.authorId, because: 'author' })
      : null;
  }

  private judge(postId: string, reporterId: string, actId: string): Command<object> {
    this.undos.push(() =>
      Report.ReopenReport({ subjectId: postId, reporterId, actId, decider, because: 'Too early.' }),
    );
    const status = this.random() < 0.5 ? 'reviewed' : 'dismissed';
    return Report.DecideReport({ subjectId: postId, reporterId, status, actId, note: '', decider });
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)];
  }
}

/** All events of the log, decoded. */
async function eventsOf({ adapters }: RunningApp): Promise<readonly Recorded[]> {
  const { log, codec } = adapters.storage;
  return (await codec.decode(await log.readAll(0, Number.MAX_SAFE_INTEGER))).events;
}

const actIn = ({ data }: Recorded) => (data as { readonly actId?: string }).actId;

/** The events without these acts and their undos. */
function without(events: readonly Recorded[], acts: ReadonlySet<string | undefined>): readonly Recorded[] {
  return events.filter((event) => actIn(event) === undefined || !acts.has(actIn(event)));
}

const subjectOf = ({ data }: Recorded) => {
  const { commentId, postId } = data as { readonly commentId?: string; readonly postId?: string };
  return commentId ?? postId;
};

/** Whether nothing else was undone on the subject between an act and its undo: such an undo records what this act had changed. */
function isAlone(events: readonly Recorded[], actId: string | undefined): boolean {
  const own = events.filter((event) => actIn(event) === actId);
  const [done, undone] = [own[0], own.at(-1)];
  return !events.some(
    (event) =>
      UNDOS.has(event.type) &&
      done &&
      undone &&
      subjectOf(event) === subjectOf(done) &&
      event.position > done.position &&
      event.position < undone.position,
  );
}

/** The documents that a view has after these events. */
async function replayed(projection: Projection<object>, events: readonly Recorded[]): Promise<unknown> {
  const { steps } = stepsOf(projection, events);
  const { documents } = await foldAndCount(projection, steps, async () => new Map(), new Set());
  return comparable(documents.map(({ id, document }) => [id, document]));
}

async function stored(app: RunningApp, projection: Projection<object>): Promise<unknown> {
  const found = await documentsOf({ storage: app.adapters.storage } as TestKernel, projection);
  return comparable(
    [...found].map(([id, document]) => {
      const { _id, _position, ...rest } = document;
      return [id, rest];
    }),
  );
}

/** Counts of nothing are left out: their documents stay once they exist. */
function comparable(documents: readonly (readonly [string, object | null])[]): Record<string, object | null> {
  const isEmpty = (document: object) =>
    'counts' in document && Object.keys(document.counts as object).length === 0;
  return Object.fromEntries(
    documents.filter(([, document]) => document !== null && !isEmpty(document)).toSorted(),
  );
}

describe('an undo', () => {
  const app = useOwnApp('compares whole views');
  let adminId: string;
  beforeAll(async () => {
    adminId = await newAdmin(app, 'moe', 'moderator');
  });
  it.each(Array.from({ length: amount(2, 10) }, (_, seed) => seed))(
    'leaves what a replay without the act and its undo gives, story %d',
    async (seed) => {
      const join = joining(app, `story${seed}-`);
      const people = [await join(), await join(), await join()].map(({ user }) => user.id);
      const posts: { postId: string; ownerId: string }[] = [];
      for (const [index, ownerId] of people.entries()) {
        const flags = index === 0 ? { moderationFlags: ['may show a face'] } : {};
        posts.push({ postId: await publishPost(app, ownerId, 7, flags), ownerId });
      }
      const story = new Story(app, seededRandom(seedOf(seed)), posts, people, adminId);
      for (let step = 0; step < STEPS; step += 1) await story.step();
      await settled(app);

      const events = await eventsOf(app);
      const undone = new Set(events.filter(({ type }) => UNDOS.has(type)).map(actIn));
      expect(undone.size).toBeGreaterThan(0);
      const alone = [...undone].filter((actId) => isAlone(events, actId));
      const single = alone.map((actId) => without(events, new Set([actId])));
      for (const projection of projections) {
        if (INTERNAL.has(projection.name)) continue;
        const now = { view: projection.name, documents: await stored(app, projection) };
        for (const history of [events, without(events, undone), ...single.slice(0, 5)]) {
          const documents = await replayed(projection, history);
          expect({ view: projection.name, documents }).toEqual(now);
        }
      }
      const states = app.server.get(States, { strict: false });
      for (const { postId } of posts) {
        const { acts } = await states.of(Post, postId);
        expect(acts.filter(({ actId }) => undone.has(actId))).toEqual([]);
      }
    },
  );
});
