import { BoostType } from '../../domain/boosts/boost-facts.js';
import type { DomainEvents } from '../../domain/events.js';
import { type TypeOf, id, list, nullable, object, time } from '../../kernel/field.js';

const DAY_MS = 86_400_000;

/** A time during which a boost lifts a post: from `from` until just before `until` (ISO 8601). */
const BoostSpan = object({ boostId: id, boostType: BoostType, from: time, until: time });
export type BoostSpan = TypeOf<typeof BoostSpan>;

export const PostBoosts = object({
  /** The latest {@link MOST_SPANS}, oldest first. Those that were over a day before a later one began are left out. */
  boosts: list(BoostSpan),
  /** The boost of the last span, while its end is not recorded. It may be over. */
  boostId: nullable(id),
});
export type PostBoosts = TypeOf<typeof PostBoosts>;

/** A boost has another span after each hold. */
const MOST_SPANS = 50;

export const NO_BOOSTS: PostBoosts = { boosts: [], boostId: null };

/** The groups of boosted posts, first to last. */
export const BOOSTED = ['mega', 'regular'] as const;

/** The groups of the board of all posts, first to last. */
export const TIERS = [...BOOSTED, 'none'] as const;

/** The group of a post on the board of all posts: that of its boost, or that of all other posts. */
export type Tier = (typeof TIERS)[number];

/** The boost that lifts a post at a time (ISO 8601); null if none does. At the end of its span a boost has no effect. */
export function boostAt({ boosts }: PostBoosts, at: string): BoostSpan | null {
  return boosts.findLast(({ from, until }) => from <= at && at < until) ?? null;
}

/** The group of a post at a time (ISO 8601). */
export function tierAt(post: PostBoosts, at: string): Tier {
  return boostAt(post, at)?.boostType ?? 'none';
}

/** The last span, with its recorded end or the planned one; null for a post that never had a boost. */
export function lastBoost({ boosts }: PostBoosts): BoostSpan | null {
  return boosts.at(-1) ?? null;
}

/** The boosts after one was applied. */
export function applied(
  known: PostBoosts,
  { boostId, boostType, appliedAt: from, expiresAt: until }: DomainEvents['BoostApplied'],
): PostBoosts {
  return begun(known, { boostId, boostType, from, until });
}

/** The boosts after one was held, or revoked, with this time left. */
export function stopped(
  known: PostBoosts,
  { boostId, remainingMs }: DomainEvents['BoostHeld'] | DomainEvents['BoostRevoked'],
): PostBoosts {
  const last = lastBoost(known);
  return last && known.boostId === boostId ? over(known, boostId, before(last.until, remainingMs)) : known;
}

/** The boosts after a hold was lifted. */
export function released(
  known: PostBoosts,
  { boostId, expiresAt: until, remainingMs }: DomainEvents['BoostReleased'],
): PostBoosts {
  const span = known.boosts.findLast((one) => one.boostId === boostId);
  if (!span || until === null) return known;
  return begun(known, { ...span, from: before(until, remainingMs), until });
}

/** The boosts after the end of one was recorded. */
export function ended(
  known: PostBoosts,
  { boostId, endedAt }: Pick<DomainEvents['BoostEnded'], 'boostId' | 'endedAt'>,
): PostBoosts {
  return over(known, boostId, endedAt);
}

function begun({ boosts }: PostBoosts, span: BoostSpan): PostBoosts {
  const recent = dayBefore(span.from);
  const spans = [...boosts.filter(({ until }) => until > recent), span];
  return { boosts: spans.slice(-MOST_SPANS), boostId: span.boostId };
}

/** The boosts after the latest span of one ended. Another boost may have begun since. */
function over({ boosts, boostId: current }: PostBoosts, boostId: string, at: string): PostBoosts {
  const index = boosts.findLastIndex((one) => one.boostId === boostId);
  return {
    boosts: boosts.map((span, place) => (place === index && at < span.until ? { ...span, until: at } : span)),
    boostId: current === boostId ? null : current,
  };
}

/** A day before a time (ISO 8601). */
export function dayBefore(at: string): string {
  return before(at, DAY_MS);
}

/** A day after a time (ISO 8601). */
export function dayAfter(at: string): string {
  return before(at, -DAY_MS);
}

function before(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) - milliseconds).toISOString();
}
