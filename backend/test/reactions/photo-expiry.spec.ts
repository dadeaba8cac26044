import type { CommandBus } from '@nestjs/cqrs';
import { Photo } from '../../src/domain/photo/photo.js';
import { PublishedPicture } from '../../src/domain/post/published-picture.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import type { PhotosReader } from '../../src/projections/photos/photos.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';
import { TestClock } from '../support/app.js';

/** The queries and commands of expiry at noon when these photos are due; `hasSeen` says whether the view is up to date. */
async function expired(due: readonly { _id: string; claimedBy: string | null }[], hasSeen = true) {
  const clock = new TestClock();
  const queries: unknown[] = [];
  const done: unknown[] = [];
  const expiry = new PhotoExpiry(
    { execute: (command: unknown) => Promise.resolve(done.push(command)) } as unknown as CommandBus,
    {
      unpublished: (...question: Date[]) => {
        queries.push(question);
        return Promise.resolve(due.map((photo) => ({ ...photo, picture: { imageHash: `of ${photo._id}` } })));
      },
    } as unknown as PhotosReader,
    { head: () => Promise.resolve(7) } as unknown as EventLog,
    { seen: () => Promise.resolve(hasSeen), reached: () => Promise.resolve(hasSeen) },
    clock,
    new RandomIds(),
  );
  return { count: await expiry.expire(), queries, done, now: clock.now().getTime() };
}

describe('the expiry of photos', () => {
  it('looks for photos older than 24 hours that no one has claimed for 60 minutes', async () => {
    const { queries, now } = await expired([]);
    const hours = (count: number) => new Date(now - count * 3_600_000);
    expect(queries).toEqual([[hours(24), hours(1)]]);
  });

  it('releases a picture before it deletes the claimed photo', async () => {
    const { count, done } = await expired([
      { _id: 'p1', claimedBy: null },
      { _id: 'p2', claimedBy: 'ann' },
    ]);
    expect(count).toBe(2);
    expect(done).toEqual([
      Photo.DeletePhoto({ photoId: 'p1', claimedBy: null }),
      PublishedPicture.WithdrawPicture({ ownerId: 'ann', imageHash: 'of p2', postId: 'p2' }),
      Photo.DeletePhoto({ photoId: 'p2', claimedBy: 'ann' }),
    ]);
  });

  it('deletes nothing while the view may have missed a publication', async () => {
    const { count, queries, done } = await expired([{ _id: 'p1', claimedBy: null }], false);
    expect([count, queries, done]).toEqual([0, [], []]);
  });
});
