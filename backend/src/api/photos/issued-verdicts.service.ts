import { Inject, Injectable } from '@nestjs/common';
import { type AdmittedPhoto, type Photo, photo } from '../../domain/photo/photo.js';
import { type Post, post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';

/** An issued rating and its photo. */
export interface IssuedVerdict extends AdmittedPhoto {
  readonly photoId: string;
  readonly rating: NonNullable<AdmittedPhoto['rating']>;
  readonly isPublished: boolean;
}

/** Reads issued ratings from the streams of their photos. */
@Injectable()
export class IssuedVerdicts {
  constructor(@Inject(States) private readonly states: States) {}

  /** The rating of this photo; null if none was issued, or if the photo or its post was deleted. */
  async of(photoId: string): Promise<IssuedVerdict | null> {
    return issuedIn(photoId, await this.states.of(photo, photoId), await this.states.of(post, photoId));
  }

  /** The same for a read request: while the log is unavailable, null for what is not in memory. */
  async toRead(photoId: string): Promise<IssuedVerdict | null> {
    const rated = await this.states.toRead(photo, photoId);
    const published = await this.states.toRead(post, photoId);
    return rated && published && issuedIn(photoId, rated, published);
  }
}

function issuedIn(
  photoId: string,
  { stage, admitted }: Photo,
  { ownerId, deleted }: Post,
): IssuedVerdict | null {
  if (stage !== 'rated' || !admitted?.rating || deleted) return null;
  return { ...admitted, rating: admitted.rating, photoId, isPublished: ownerId !== null };
}
