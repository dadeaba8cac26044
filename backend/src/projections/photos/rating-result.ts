import { OneOf, Text, Whole } from '../../contract/fields.js';
import type { Picture } from '../../domain/photo/photo.js';
import type { PhotoRating } from './photos.js';

/** The address of a photo's largest rendition; the others are beside it, named by their widths. */
export function imageUrlOf(photoId: string): string {
  return `/images/${photoId}/1280.webp`;
}

/** The photo id in an `imageUrl` of this site, or null. */
export function photoIdIn(imageUrl: string): string | null {
  return /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/1280\.webp$/.exec(imageUrl)?.[1] ?? null;
}

/** A score as it is shown: one decimal. */
export function shownScore(score: number): string {
  return score.toFixed(1);
}

/** What the judge gave a photo: a note and the four category scores. */
export class ScoreSheet {
  @Text({ example: '7.0' }) readonly toeAlignment: string;
  @Text({ example: '8.1' }) readonly toeNails: string;
  @Text({ example: '6.9' }) readonly footShape: string;
  @Text({ example: '7.6' }) readonly aesthetic: string;
  @Text({ max: 280 }) readonly aiComment: string;
  @OneOf(['demo', 'ai'], 'The judge that gave the scores.') readonly judge: 'demo' | 'ai';

  constructor({ rating: { scores, comment }, judge }: { rating: PhotoRating; judge: 'demo' | 'ai' }) {
    this.toeAlignment = shownScore(scores.toeAlignment);
    this.toeNails = shownScore(scores.toeNails);
    this.footShape = shownScore(scores.footShape);
    this.aesthetic = shownScore(scores.aesthetic);
    this.aiComment = comment;
    this.judge = judge;
  }
}

/** The rating issued for a photo. */
export class RatingResult extends ScoreSheet {
  @Text({ about: 'The mean of the four scores, one decimal.', example: '7.4' })
  readonly averageRating: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl: string;
  @Text('SHA-256 of the normalised pixels.') readonly imageHash: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash: string;
  @Whole('Of the largest rendition, in pixels.') readonly width: number;
  @Whole('Of the largest rendition, in pixels.') readonly height: number;

  constructor(rated: { photoId: string; picture: Picture; rating: PhotoRating; judge: 'demo' | 'ai' }) {
    super(rated);
    this.averageRating = shownScore(rated.rating.score);
    this.imageUrl = imageUrlOf(rated.photoId);
    this.imageHash = rated.picture.imageHash;
    this.thumbhash = rated.picture.thumbhash;
    this.width = rated.picture.width;
    this.height = rated.picture.height;
  }
}
