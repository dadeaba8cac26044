import { type TypeOf, id, nullable, number, object, record, time } from '../../kernel/field.js';
import { view } from '../view.js';

/** What a boost has brought while it was active. */
const Gain = object({
  ratings: number,
  /** Likes given minus likes taken back. */
  likes: number,
  /** How long it was active, in milliseconds, without the running stretch. */
  pastMs: number,
  /** The running stretch; null while the boost is not active. */
  running: nullable(object({ since: time, until: time })),
});
export type BoostGain = TypeOf<typeof Gain>;

/** What boosts have brought to a post, under its id. Posts that never had a boost have no document. */
const BoostGains = object({
  ownerId: id,
  /** By boost, each of which was paid for. */
  gains: record(Gain),
});
export type BoostGainsDocument = TypeOf<typeof BoostGains>;

const NOTHING: BoostGain = { ratings: 0, likes: 0, pastMs: 0, running: null };

export const boostGains = view('boost-gains', { version: 1, document: BoostGains })
  .createdBy('postId', {
    BoostApplied: (post, { userId, boostId, appliedAt, expiresAt }) =>
      start(post ?? { ownerId: userId, gains: {} }, boostId, appliedAt, expiresAt),
  })
  .changedBy('postId', {
    BoostEnded: (post, { boostId, endedAt }) => stop(post, boostId, endedAt),
    Rated: (post, _, { at }) => add(post, at, { ratings: 1 }),
    Liked: (post, _, { at }) => add(post, at, { likes: 1 }),
    Unliked: (post, _, { at }) => add(post, at, { likes: -1 }),
    PostDeleted: (post, _, { at }) =>
      Object.keys(post.gains).reduce((all, boostId) => stop(all, boostId, at), post),
  })
  // The boost may be on no post.
  .changedBy(({ postId }: { readonly postId: string | null }) => postId, {
    BoostReleased: (post, { boostId, expiresAt }, { at }) =>
      expiresAt ? start(post, boostId, at, expiresAt) : post,
    BoostHeld: (post, { boostId }, { at }) => stop(post, boostId, at),
    BoostRevoked: (post, { boostId }, { at }) => stop(post, boostId, at),
  });

/** Adds to the gain of the boost that is active at `at`, if there is one. */
function add(post: BoostGainsDocument, at: string, gain: { ratings?: 1; likes?: 1 | -1 }) {
  const found = Object.entries(post.gains).find(
    ([, { running }]) => running && running.since <= at && at < running.until,
  );
  if (!found) return post;
  const [boostId, known] = found;
  const more = {
    ...known,
    ratings: known.ratings + (gain.ratings ?? 0),
    likes: known.likes + (gain.likes ?? 0),
  };
  return { ...post, gains: { ...post.gains, [boostId]: more } };
}

function start(post: BoostGainsDocument, boostId: string, since: string, until: string) {
  const known = post.gains[boostId] ?? NOTHING;
  return { ...post, gains: { ...post.gains, [boostId]: { ...known, running: { since, until } } } };
}

/** Ends the running stretch of a boost, if there is one, at `at`, or at its end if that came first. */
function stop(post: BoostGainsDocument, boostId: string, at: string) {
  const known = post.gains[boostId];
  if (!known?.running) return post;
  const { since, until } = known.running;
  const end = at < until ? at : until;
  const pastMs = known.pastMs + Date.parse(end) - Date.parse(since);
  return { ...post, gains: { ...post.gains, [boostId]: { ...known, pastMs, running: null } } };
}
