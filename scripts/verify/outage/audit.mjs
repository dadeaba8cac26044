// Compares what was acknowledged with the log itself and with what people see.
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from './built.mjs';

const MARK = /note ([a-z]{16})/;
const PATIENCE_MS = 120_000;

/**
 * Waits until the views have processed the whole log, and then compares.
 *
 * @returns {Promise<{ lost: string[], doubled: string[], events: number }>} what is lost or doubled, one line each
 */
export async function audit(community, clients, logUrl) {
  await viewsComplete(community.url);
  const lost = [];
  const doubled = [];
  const events = await eventsOf(logUrl);
  compareLog(events, community.ledger, lost, doubled);
  await compareComments(events, community, lost, doubled);
  for (const client of clients) await compareOwn(client, lost);
  for (const [id, owner] of community.ledger.posts) {
    const { status } = await owner.site.request('GET', `/api/posts/${id}`);
    if (status !== 200) lost.push(`post ${id}: its page answers ${status}`);
  }
  return { lost, doubled, events: events.length };
}

/** Waits until every view is at the end of the log. */
export async function viewsComplete(url) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const { log, views } = await (await fetch(`${url}/health`)).json();
    if (log.head !== null && views.every(({ state, position }) => state === 'live' && position >= log.head))
      return;
    if (Date.now() > end) throw new Error('The views did not reach the head of the log.');
  }
}

/** Reads the log past Footnote, with a connection of our own. */
async function eventsOf(url) {
  const { EventStoreEventLog } = await built(
    'src/infrastructure/event-log/eventstore/eventstore-event-log.js',
  );
  const log = new EventStoreEventLog(url);
  try {
    return await log.readAll(0, Number.MAX_SAFE_INTEGER);
  } finally {
    await log.close();
  }
}

/** Compares what was acknowledged with the events, and adds a line for each difference. */
export function compareLog(events, { comments, ratings, likes, posts }, lost, doubled) {
  const found = { CommentPosted: new Map(), Rated: new Map(), PostPublished: new Map() };
  const liked = new Map();
  for (const { type, data } of events) {
    const { postId, userId, commentId } = data;
    if (type === 'Liked' || type === 'Unliked') liked.set(`${postId}/${userId}`, type === 'Liked');
    const key = { CommentPosted: commentId, Rated: `${postId}/${userId}`, PostPublished: postId }[type];
    if (key === undefined) continue;
    found[type].set(key, [...(found[type].get(key) ?? []), data]);
  }
  for (const [type, byKey] of Object.entries(found)) {
    for (const [key, all] of byKey) if (all.length > 1) doubled.push(`${type} ${key}: ${all.length} events`);
  }
  for (const { id } of comments.values())
    if (!found.CommentPosted.has(id)) lost.push(`comment ${id}: no event`);
  for (const id of posts.keys()) if (!found.PostPublished.has(id)) lost.push(`post ${id}: no event`);
  for (const [key, score] of ratings) {
    if (found.Rated.get(key)?.[0].score !== score) lost.push(`rating ${key}: no event with ${score}`);
  }
  for (const [key, state] of likes)
    if ((liked.get(key) ?? false) !== state) lost.push(`like ${key}: not ${state}`);
}

/** Each mark must be in one comment, and each acknowledged one in the comment that was acknowledged. */
export async function compareComments(events, { url, posts, ledger }, lost, doubled) {
  const shown = new Map();
  for (const { id } of posts) {
    for (let next = `/api/posts/${id}/comments`; next;) {
      const response = await fetch(new URL(next, url));
      if (response.status !== 200) {
        lost.push(`comments of post ${id}: ${response.status}`);
        break;
      }
      for (const comment of await response.json()) {
        const mark = MARK.exec(comment.text)?.[1];
        if (mark) shown.set(mark, [...(shown.get(mark) ?? []), comment.id]);
      }
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
  }
  for (const [mark, ids] of shown)
    if (ids.length > 1) doubled.push(`comment ${mark}: shown ${ids.length} times`);
  for (const [mark, { id }] of ledger.comments) {
    if (!shown.get(mark)?.includes(id)) lost.push(`comment ${id}: not shown`);
  }
  const written = events.filter(({ type }) => type === 'CommentPosted').length;
  const seen = [...shown.values()].reduce((sum, ids) => sum + ids.length, 0);
  if (written > seen) lost.push(`${written - seen} comments are in the log and not shown`);
}

/** What a person sees of their own ratings and likes. */
async function compareOwn({ site, userId, community: { ledger } }, lost) {
  const isOwn = ([key]) => key.endsWith(`/${userId}`);
  for (const [key, score] of [...ledger.ratings].filter(isOwn)) {
    const { body } = await site.request('GET', `/api/posts/${key.split('/')[0]}/user-rating`);
    if (body.rating !== score) lost.push(`rating ${key}: shown as ${body.rating}`);
  }
  for (const [key, liked] of [...ledger.likes].filter(isOwn)) {
    const { body } = await site.request('GET', `/api/posts/${key.split('/')[0]}/like`);
    if (body.liked !== liked) lost.push(`like ${key}: shown as ${body.liked}`);
  }
}
