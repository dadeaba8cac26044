import type { InboxEntry, RatingResult, UnclaimedBoosts, User } from '../../src/api/generated/schema.d.ts';
import { recording } from './screen-server.ts';
import type { Api } from './screen.ts';

/** The account of members. */
export const me = recording.answers.member['GET /api/auth/me']!.body as User;

/** Answers that the person has these unused boosts, `boost-0` and so on. */
export function unusedBoosts(api: Api, types: readonly ('regular' | 'mega')[]): void {
  api.answer('GET /api/boosts/unclaimed', (recorded): UnclaimedBoosts => {
    const boosts = types.map((boostType, index) => ({
      ...recorded.boosts[0]!,
      boostType,
      id: `boost-${index}`,
    }));
    return { count: boosts.length, boost: boosts[0] ?? null, boosts };
  });
}

/** An entry of the inbox about a post of the person: a comment of this moment, if nothing else is said. */
export const entryOf = (entry: Partial<InboxEntry>): InboxEntry => ({
  id: 'entry',
  kind: 'comment',
  day: recording.now.slice(0, 10),
  at: recording.now,
  isUnread: false,
  text: 'New comment on your post',
  quote: 'A fine pair.',
  by: 'Quiet Otter',
  post: {
    id: recording.known.ownPost!,
    imageUrl: `/images/${recording.known.ownPost}/1280.webp`,
    thumbhash: 'ptYFFgZ9xbjGbqe1iARXrWVqBpUKDLg=',
    width: 500,
    height: 600,
  },
  path: `/post/${recording.known.ownPost}`,
  ...entry,
});

/** An entry that is known by day only, so many days ago. */
export const votesOf = (text: string, daysAgo: number, entry: Partial<InboxEntry> = {}): InboxEntry => {
  const day = new Date(Date.parse(recording.now) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return entryOf({ id: `votes:${day}`, kind: 'votes', day, at: null, text, quote: null, by: null, ...entry });
};

/** A rating of the photo with this id. */
export const ratingOf = (photo: string): RatingResult => ({
  averageRating: '7.4',
  toeAlignment: '7.0',
  toeNails: '8.1',
  footShape: '6.9',
  aesthetic: '7.6',
  aiComment: 'A calm picture.',
  imageUrl: `/images/${photo}/1280.webp`,
  imageHash: photo,
  thumbhash: 'ptYFFgZ9xbjGbqe1iARXrWVqBpUKDLg=',
  width: 500,
  height: 600,
  judge: 'demo',
});

/** The rating of a photo that is not posted. */
export const rating = ratingOf(recording.known.post!);

/** Answers each upload with a rating: `photo-1`, then `photo-2`. */
export function answerUploads(api: Api): void {
  let photos = 0;
  api.answer('POST /api/upload', () => ratingOf(`photo-${(photos += 1)}`));
}
