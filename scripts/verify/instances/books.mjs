// Compares what people know of their writes with the log itself, and with what each process shows in the end.
import { built } from '../outage/built.mjs';
import { viewsComplete } from '../outage/audit.mjs';

/** Adds what is in one list only. */
function compare(what, known, found, { lost, doubled }) {
  const [left, more] = [new Map(), []];
  for (const item of found) left.set(item, (left.get(item) ?? 0) + 1);
  for (const item of known) {
    const count = left.get(item) ?? 0;
    if (count === 0) lost.push(`${what} ${item}`);
    else left.set(item, count - 1);
  }
  for (const [item, count] of left)
    if (count > 0) more.push(`${what} ${item}: ${count} more than acknowledged`);
  doubled.push(...more);
}

/** @returns what is lost or doubled, one line each, and the books of the payments */
export async function audit(world, people, instances, active) {
  await viewsComplete(active.url);
  const { booksIn } = await built('test/support/payments/books.js');
  const found = { lost: [], doubled: [] };
  const events = await world.withLog((log) => log.readAll(0, Number.MAX_SAFE_INTEGER));
  compare(
    'event',
    new Set(events.map(({ id }) => id)),
    events.map(({ id }) => id),
    found,
  );
  for (const person of people) compareEvents(person, events, found);
  for (const instance of instances) await compareShown(world, people, instance, found);
  return {
    ...found,
    events: events.length,
    books: booksIn(events.filter(({ position }) => position > world.begin)),
  };
}

/** The log has what a person was told, in that order, and nothing else of theirs. */
function compareEvents({ id, toggles, ratings, posted, deleted, published, profileChanges }, events, found) {
  const own = events.filter(({ data }) =>
    [data.userId, data.authorId, data.accountId, data.ownerId].includes(id),
  );
  const dataOf = (type) => own.filter((event) => event.type === type).map(({ data }) => data);
  const liked = own.filter(({ type }) => type === 'Liked' || type === 'Unliked');
  const expected = [...toggles].flatMap(([postId, count]) =>
    Array.from({ length: count }, (_, turn) => `${postId}/${id}: ${turn % 2 === 0 ? 'Liked' : 'Unliked'}`),
  );
  compare(
    'like',
    expected,
    liked.map(({ type, data }) => `${data.postId}/${id}: ${type}`),
    found,
  );
  const rated = dataOf('Rated').filter(({ userId }) => userId === id);
  const scores = (all) => all.map(([postId, score]) => `${postId}/${id}: ${score}`);
  compare('rating', scores([...ratings]), scores(rated.map(({ postId, score }) => [postId, score])), found);
  const comments = (type) => dataOf(type).filter(({ authorId }) => authorId === id);
  compare(
    'comment',
    posted,
    comments('CommentPosted').map(({ commentId }) => commentId),
    found,
  );
  compare(
    'deletion of',
    deleted,
    comments('CommentDeleted').map(({ commentId }) => commentId),
    found,
  );
  compare(
    'post',
    published,
    dataOf('PostPublished').map(({ postId }) => postId),
    found,
  );
  const changes = Array.from({ length: profileChanges }, () => id);
  compare(
    'profile change of',
    changes,
    dataOf('ProfileChanged').map(({ accountId }) => accountId),
    found,
  );
}

/** Each process shows every post with the likes and comments that it must have, and every profile. */
async function compareShown({ posts }, people, { name, url }, found) {
  const get = async (address) => {
    const response = await fetch(new URL(address, url));
    const body = response.headers.get('content-type')?.includes('json') ? await response.json() : null;
    return { body, next: /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
  };
  for (const { id } of posts) {
    const { body } = await get(`/api/posts/${id}`);
    const likes = people.filter(({ liked }) => liked.has(id)).length;
    if (body?.likesCount !== likes)
      found.lost.push(`${name}: post ${id} has ${body?.likesCount} likes, not ${likes}`);
    const shown = [];
    for (let next = `/api/posts/${id}/comments`; next;) {
      const page = await get(next);
      shown.push(...(page.body ?? []).map((comment) => comment.id));
      next = page.next;
    }
    const known = people.flatMap(({ comments }) => comments.filter(({ postId }) => postId === id));
    compare(
      `${name}: comment`,
      known.map((comment) => comment.id),
      shown,
      found,
    );
  }
  for (const { id, bio } of people) {
    const { body } = await get(`/api/users/${id}`);
    if (body?.user.bio !== bio) found.lost.push(`${name}: the bio of ${id}`);
  }
}

/** What is wrong with the mails: each first one must have come, and none more than twice. */
export function compareMails(world) {
  const counts = new Map();
  for (const { messageId } of world.servers.mails.taken)
    counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return {
    missing: world.newcomers.filter((email) => world.mailsTo(email).length === 0),
    repeated: [...counts].filter(([, count]) => count === 2).length,
    tooMany: [...counts].filter(([, count]) => count > 2).map(([id, count]) => `${id}: ${count} times`),
    all: counts.size,
  };
}
