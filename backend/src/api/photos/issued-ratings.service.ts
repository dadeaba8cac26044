import { Inject, Injectable } from '@nestjs/common';
import { type AdmittedPhoto, photo } from '../../domain/photo/photo.js';
import { post } from '../../domain/post/post.js';
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
    const { stage, admitted } = await this.states.of(photo, photoId);
    if (stage !== 'rated' || !admitted?.rating) return null;
    const { ownerId, deleted } = await this.states.of(post, photoId);
    return deleted ? null : { ...admitted, rating: admitted.rating, photoId, isPublished: ownerId !== null };
  }
}
