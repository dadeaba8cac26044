import type { DomainEvents } from '../../src/domain/events.js';
import type { CategoryScores, Picture } from '../../src/domain/photo/photo.events.js';
import { overallScore } from '../../src/domain/photo/scores.js';
import { weekOf } from '../../src/domain/week/iso-week.js';
import { seededRandom, seededUuid } from '../../src/demo/random.js';
import type { DecidedEvent, EventCodec } from '../../src/infrastructure/engine/codec.js';
import type { EventLog } from '../../src/infrastructure/event-log/event-log.port.js';

type Type = keyof DomainEvents;

/** One append of a made-up history. `expected` is the revision the stream is at, or none. */
export interface Chapter {
  readonly stream: string;
  readonly expected: number | 'noStream';
  readonly events: readonly DecidedEvent[];
}

interface Known {
  readonly accounts: { id: string; isVerified: boolean }[];
  readonly unclaimed: { id: string; picture: Picture; scores: CategoryScores }[];
}

/** Six weeks' worth of milliseconds are spread over the events. */
const SPAN_MS = 42 * 86_400_000;
const START = Date.UTC(2026, 9, 5);

/**
 * A history of at least `size` events of every type there is, in an order in which they could have happened.
 * The same seed gives the same history.
 */
export function* randomHistory(seed: number, size: number): Generator<Chapter> {
  const random = seededRandom(seed);
  const revisions = new Map<string, number>();
  const known: Known = { accounts: [], unclaimed: [] };
  let count = 0;

  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const score = () => Math.round(random() * 100) / 10;
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  const chapter = (stream: string, events: readonly { type: Type; data: object }[]): Chapter => {
    const at = new Date(START + Math.floor((count / size) * SPAN_MS));
    const before = revisions.get(stream);
    revisions.set(stream, (before ?? -1) + events.length);
    count += events.length;
    return {
      stream,
      expected: before ?? 'noStream',
      events: events.map(({ type, data }) => ({
        id: seededUuid(random),
        type,
        data,
        metadata: {
          at: at.toISOString(),
          actor: { kind: 'system', id: null },
          requestId: null,
          $correlationId: 'history',
          $causationId: 'history',
        },
      })),
    };
  };
  const event = <Name extends Type>(type: Name, data: DomainEvents[Name]) => ({ type, data });
  const verification = () => ({
    verificationId: seededUuid(random),
    tokenHash: hex(64),
    expiresAt: '2026-12-31T00:00:00.000Z',
  });

  const register = function* () {
    const accountId = seededUuid(random);
    const emailHash = hex(64);
    const username = `Somebody${seed}x${known.accounts.length}`;
    const email = `${username}@example.org`;
    yield chapter(`username-${username}`, [event('UsernameClaimed', { username, accountId })]);
    yield chapter(`account-${accountId}`, [
      event('AccountRegistered', { accountId, email, emailHash, username, passwordHash: hex(80) }),
      event('VerificationRequested', { accountId, email, emailHash, username, ...verification() }),
    ]);
    known.accounts.push({ id: accountId, isVerified: false });
  };
  const verify = function* () {
    const account = pick(known.accounts);
    if (!account || account.isVerified) return;
    account.isVerified = true;
    const emailHash = hex(64);
    yield chapter(`email-${emailHash}`, [event('EmailClaimed', { emailHash, accountId: account.id })]);
    yield chapter(`account-${account.id}`, [event('EmailVerified', { accountId: account.id })]);
  };
  const rate = function* () {
    const photoId = seededUuid(random);
    const scores = { toeAlignment: score(), toeNails: score(), footShape: score(), aesthetic: score() };
    const picture = {
      imageHash: hex(64),
      perceptualHash: hex(16),
      thumbhash: hex(28),
      width: 1280,
      height: 960,
    };
    yield chapter(`photo-${photoId}`, [
      event('PhotoRated', {
        photoId,
        uploader: `address:${hex(8)}`,
        picture,
        verdict: random() < 0.9 ? 'pass' : 'review',
        reasons: [],
        scores,
        score: overallScore(scores),
        comment: 'A fine photo in good light.',
        judge: { kind: 'demo', model: 'demo', promptVersion: '1' },
      }),
    ]);
    known.unclaimed.push({ id: photoId, picture, scores });
  };
  const refuse = function* () {
    const photoId = seededUuid(random);
    const uploader = `address:${hex(1)}`;
    yield chapter(`photo-${photoId}`, [
      event('PhotoRefused', { photoId, uploader, reasons: ['shows a face'] }),
    ]);
  };
  const publish = function* () {
    const owner = pick(known.accounts);
    const photo = owner && known.unclaimed.pop();
    if (!photo) return;
    const { id: postId, picture, scores } = photo;
    const publishedAt = new Date(START + Math.floor((count / size) * SPAN_MS));
    yield chapter(`photo-${postId}`, [event('RatingClaimed', { photoId: postId, accountId: owner.id })]);
    yield chapter(`publication-${owner.id}-${picture.imageHash}`, [
      event('PicturePublished', { ownerId: owner.id, imageHash: picture.imageHash, postId }),
    ]);
    yield chapter(`post-${postId}`, [
      event('PostPublished', {
        postId,
        ownerId: owner.id,
        picture,
        rating: { scores, score: overallScore(scores), comment: 'A fine photo in good light.' },
        isPublic: random() < 0.9,
        moderationFlags: [],
        publishedAt: publishedAt.toISOString(),
        week: weekOf(publishedAt, 'UTC'),
      }),
    ]);
  };
  const expire = function* () {
    const photo = known.unclaimed.shift();
    if (photo) yield chapter(`photo-${photo.id}`, [event('PhotoDeleted', { photoId: photo.id })]);
  };

  const acts = [register, verify, rate, rate, rate, refuse, publish, publish, expire];
  while (count < size) yield* (pick(acts) ?? register)();
}

/** Writes a history through the codec into a log, as fast as it goes; answers the number of events. */
export async function writeHistory(
  log: EventLog,
  codec: EventCodec,
  history: Iterable<Chapter>,
): Promise<number> {
  let written = 0;
  const underWay = new Map<string, Promise<unknown>>();
  const settle = async () => {
    await Promise.all(underWay.values());
    underWay.clear();
  };
  for (const { stream, expected, events } of history) {
    // A stream's next append waits for the one before; logs across a network keep no order among calls.
    if (underWay.size >= 500 || underWay.has(stream)) await settle();
    written += events.length;
    const encoded = await codec.encode(events);
    underWay.set(stream, log.append(stream, expected, encoded));
  }
  await settle();
  return written;
}
