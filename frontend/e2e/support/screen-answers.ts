import type { RatingResult, UnclaimedBoosts, User } from '../../src/api/generated/schema.d.ts';
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
