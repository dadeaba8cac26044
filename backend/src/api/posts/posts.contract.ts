import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { Matching, OneOf, Optional, Text, Id } from '../../contract/fields.js';
import { Counted } from '../http/list-filters.js';
import { PageRequest } from '../http/paging.js';
import { PendingRatingRequest } from '../photos/photos.controller.js';

/** The post id in the path. An impossible id is a post that does not exist. */
export const PostId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: postNotFound }));

/** The message for a post that does not exist or that the user may not see. */
export function postNotFound(): NotFoundException {
  return new NotFoundException('Post not found');
}

export const PAGE_SIZE = 100;

export class ListPostsRequest extends PageRequest {
  @Optional(Text, { max: 50, about: 'Part of a username.', message: 'A search has at most 50 characters' })
  readonly search?: string;

  @Optional(OneOf(['recent', 'top']), { default: 'recent', message: 'Posts sort by "recent" or "top"' })
  readonly sort: 'recent' | 'top' = 'recent';

  @Counted({ min: 1, max: PAGE_SIZE, default: PAGE_SIZE, message: `A page has 1 to ${PAGE_SIZE} posts` })
  readonly limit: number = PAGE_SIZE;
}

const message = 'Invalid saved rating';
const Score = (example: string) => Matching(/^\d{1,2}\.\d$/, { example, message });

/** The rating to publish, as the upload returned it. */
export class PublishRequest extends PendingRatingRequest {
  @Score('7.4') readonly averageRating!: string;
  @Score('7.0') readonly toeAlignment!: string;
  @Score('8.1') readonly toeNails!: string;
  @Score('6.9') readonly footShape!: string;
  @Score('7.6') readonly aesthetic!: string;
  @Text({ max: 280, message }) readonly aiComment!: string;
}

export class Published {
  @Id() readonly id!: string;
}
