import { projection } from '../projection.js';

/** What a boost has brought while it was active. */
export interface BoostGain {
  readonly ratings: number;
  /** Likes given minus likes taken back. */
  readonly likes: number;
  /** How long it was active, in milliseconds, without the running stretch. */
  readonly pastMs: number;
  /** The running stretch, ISO 8601; null while the boost is not active. */
  readonly running: { readonly since: string; readonly until: string } | null;
}

/** What boosts have brought to a post, under its id. Posts that never had a boost have no document. */
export interface BoostGainsDocument {
  readonly ownerId: string;
  /** By boost, each of which was paid for. */
  readonly gains: Readonly<Record<string, BoostGain>>;
}

const NOTHING: BoostGain = { ratings: 0, likes: 0, pastMs: 0, running: null };

/** Adds to the gain of the boost that is active at `at`, if there is one. */
function add(document: BoostGainsDocument | null, at: string, gain: { ratings?: 1; likes?: 1 | -1 }) {
  const found = Object.entries(document?.gains ?? {}).find(
    ([, { running }]) => running && running.since <= at && at < running.until,
  );
  if (!document || !found) return document;
  const [boostId, known] = found;
  const more = {
    ...known,
    ratings: known.ratings + (gain.ratings ?? 0),
    likes: known.likes + (gain.likes ?? 0),
  };
  return { ...document, gains: { ...document.gains, [boostId]: more } };
}

function start(document: BoostGainsDocument, boostId: string, since: string, until: string) {
  const known = document.gains[boostId] ?? NOTHING;
  return { ...document, gains: { ...document.gains, [boostId]: { ...known, running: { since, until } } } };
}

/** Ends the running stretch of a boost at `at`, or at its end if that came first. */
function stop(document: BoostGainsDocument | null, boostId: string, at: string) {
  const known = document?.gains[boostId];
  if (!document || !known?.running) return document;
  const { since, until } = known.running;
  const end = at < until ? at : until;
  const pastMs = known.pastMs + Date.parse(end) - Date.parse(since);
  return { ...document, gains: { ...document.gains, [boostId]: { ...known, pastMs, running: null } } };
}

const postOf = ({ data }: { readonly data: { readonly postId: string | null } }) =>
  data.postId === null ? [] : [data.postId];

export const boostGains = projection<BoostGainsDocument>({
  name: 'boost-gains',
  version: 1,
  indexes: [],
  on: {
    BoostApplied: {
      ids: postOf,
      fold: (document, { data: { userId, boostId, appliedAt, expiresAt } }) =>
        start(document ?? { ownerId: userId, gains: {} }, boostId, appliedAt, expiresAt),
    },
    BoostHeld: {
      ids: postOf,
      fold: (document, { data: { boostId }, metadata }) => stop(document, boostId, metadata.at),
    },
    BoostReleased: {
      ids: postOf,
      fold: (document, { data: { boostId, expiresAt }, metadata }) =>
        document && expiresAt ? start(document, boostId, metadata.at, expiresAt) : document,
    },
    BoostEnded: {
      ids: postOf,
      fold: (document, { data: { boostId, endedAt } }) => stop(document, boostId, endedAt),
    },
    BoostRevoked: {
      ids: postOf,
      fold: (document, { data: { boostId }, metadata }) => stop(document, boostId, metadata.at),
    },
    Rated: {
      ids: postOf,
      fold: (document, { metadata }) => add(document, metadata.at, { ratings: 1 }),
    },
    Liked: { ids: postOf, fold: (document, { metadata }) => add(document, metadata.at, { likes: 1 }) },
    Unliked: { ids: postOf, fold: (document, { metadata }) => add(document, metadata.at, { likes: -1 }) },
    PostDeleted: {
      ids: postOf,
      fold: (document, { metadata }) => {
        const running = Object.entries(document?.gains ?? {}).filter(([, gain]) => gain.running);
        return running.reduce((all, [boostId]) => stop(all, boostId, metadata.at), document);
      },
    },
  },
});
