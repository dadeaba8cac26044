import { Inject, Injectable } from '@nestjs/common';
import { type AdmittedPhoto, type Photo, photo } from '../../domain/photo/photo.js';
import { type Post, post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';

/** A rating that we issued, with the photo it is of. */
export interface IssuedRating extends AdmittedPhoto {
  readonly photoId: string;
  readonly rating: NonNullable<AdmittedPhoto['rating']>;
  readonly isPublished: boolean;
}

/** The ratings that we have issued, as the streams of their photos have them. */
@Injectable()
export class IssuedRatings {
  constructor(@Inject(States) private readonly states: States) {}

  /** The rating of this photo; null where none was issued, and once the photo is deleted, as such or with its post. */
  async of(photoId: string): Promise<IssuedRating | null> {
    return issuedIn(photoId, await this.states.of(photo, photoId), await this.states.of(post, photoId));
  }

  /** The same for a request that only reads: while the log is away, null for what is not in memory. */
  async toRead(photoId: string): Promise<IssuedRating | null> {
    const rated = await this.states.toRead(photo, photoId);
    const published = await this.states.toRead(post, photoId);
    return rated && published && issuedIn(photoId, rated, published);
  }
}

function issuedIn(
  photoId: string,
  { stage, admitted }: Photo,
  { ownerId, deleted }: Post,
): IssuedRating | null {
  if (stage !== 'rated' || !admitted?.rating || deleted) return null;
  return { ...admitted, rating: admitted.rating, photoId, isPublished: ownerId !== null };
}
