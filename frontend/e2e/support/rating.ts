import type { RatingResult } from '../../src/api/generated/schema.d.ts';
import { known } from './screen.ts';

/** The rating of an uploaded photo. */
export const rating: RatingResult = {
  averageRating: '7.8',
  toeAlignment: '8.1',
  toeNails: '7.4',
  footShape: '7.9',
  aesthetic: '7.8',
  aiComment: 'A fine pair of arches.',
  imageUrl: `/images/${known.post}/1280.webp`,
  imageHash: 'ab'.repeat(32),
  thumbhash: 'ptYFFgZ9xbjGbqe1iARXrWVqBpUKDLg=',
  width: 1280,
  height: 1536,
  judge: 'ai',
};
