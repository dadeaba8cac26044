import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { RATER_SIGNALS, type RaterSignal } from '../../projections/raters/raters.projection.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

const Note = () =>
  applyDecorators(
    IsString({ message: 'Please give a reason' }),
    IsNotEmpty({ message: 'Please give a reason' }),
    MaxLength(LONGEST_NOTE, { message: `A reason has at most ${LONGEST_NOTE} characters` }),
    ApiProperty({ minLength: 1, maxLength: LONGEST_NOTE }),
  );

/** Which raters to list. */
export class RatersRequest extends PageRequest {
  @ApiPropertyOptional({ enum: RATER_SIGNALS, description: 'Only raters with this signal.' })
  @IsOptional()
  @IsIn(RATER_SIGNALS, { message: `A signal is one of ${RATER_SIGNALS.join(', ')}` })
  readonly signal?: RaterSignal;

  @PageLimit()
  readonly limit: number = DEFAULT_PAGE;
}

/** Which ratings would no longer count. */
export class WhatIfRequest {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Only the rating of this post; else all of the person.',
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'A post is given by its id' })
  readonly postId?: string;
}

/** Why an admin acts. */
export class NoteRequest {
  @Note()
  readonly note!: string;
}

/** The rating that no longer counts, and why. */
export class ExcludeRatingRequest extends NoteRequest {
  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'A post is given by its id' })
  readonly postId!: string;

  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'A person is given by their id' })
  readonly userId!: string;
}

/** An act that can be undone. */
export class ActAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly actId!: string;
}

/** A person as others see them. */
export class NamedPerson {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a deleted account.' })
  readonly name!: string | null;
}

/** The ratings of one person in figures. */
export class Rater extends NamedPerson {
  @ApiProperty({ enum: RATER_SIGNALS, isArray: true })
  readonly signals!: RaterSignal[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly registeredAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly lastRatedAt!: string | null;

  @ApiProperty({ description: 'How many posts they rated.' })
  readonly ratings!: number;

  @ApiProperty({ description: 'How many of the ratings are 0 or 10.' })
  readonly extremes!: number;

  @ApiProperty({ description: 'How many ratings they gave in the first 7 days.' })
  readonly earlyRatings!: number;

  @ApiProperty({ description: 'How many of these went to the person that they rated most.' })
  readonly earlyForOne!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The shortest time for ten ratings, in seconds; null with fewer ratings.',
  })
  readonly tenRatingsInSeconds!: number | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The act that excludes all their ratings; null while these count.',
  })
  readonly excludedBy!: string | null;
}

/** How often and how high a person rated another. */
export class RatedPerson extends NamedPerson {
  @ApiProperty()
  readonly count!: number;

  @ApiProperty({ description: 'One decimal.', example: '9.7' })
  readonly average!: string;
}

/** One rating. */
export class GivenRating {
  @ApiProperty({ format: 'uuid' })
  readonly postId!: string;

  @ApiProperty({ type: NamedPerson })
  readonly owner!: NamedPerson;

  @ApiProperty({ minimum: 0, maximum: 10 })
  readonly score!: number;

  @ApiProperty({ format: 'date-time' })
  readonly ratedAt!: string;

  @ApiProperty({ description: 'False while an act excludes it.' })
  readonly counts!: boolean;
}

/** The evidence about one person. */
export class RaterDetails extends Rater {
  @ApiProperty({ type: [RatedPerson], description: 'Whom they rated most, at most ten.' })
  readonly mostRated!: readonly RatedPerson[];

  @ApiProperty({ type: [NamedPerson], description: 'The other members of their ring.' })
  readonly ring!: readonly NamedPerson[];

  @ApiProperty({ type: [GivenRating], description: 'Newest first, at most 1,000.' })
  readonly given!: readonly GivenRating[];
}

/** People who rate each other high. */
export class RingAnswer {
  @ApiProperty({ type: [NamedPerson] })
  readonly members!: readonly NamedPerson[];
}

/** A post on the board by rating alone. */
export class ComparedPost {
  @ApiProperty({ format: 'uuid' })
  readonly postId!: string;

  @ApiProperty({ type: NamedPerson })
  readonly owner!: NamedPerson;

  @ApiProperty({ example: '7.4' })
  readonly averageRating!: string;

  @ApiProperty({ minimum: 1, description: 'By rating alone.' })
  readonly rank!: number;
}

/** One post with and without the ratings. */
export class ComparedPosts {
  @ApiProperty({ type: ComparedPost })
  readonly now!: ComparedPost;

  @ApiProperty({ type: ComparedPost })
  readonly without!: ComparedPost;
}

/** The first posts of the board with and without the ratings. */
export class ComparedBoards {
  @ApiProperty({ type: [ComparedPost] })
  readonly now!: readonly ComparedPost[];

  @ApiProperty({ type: [ComparedPost] })
  readonly without!: readonly ComparedPost[];
}

/** The board with and without some ratings. */
export class Comparison {
  @ApiProperty({ description: 'How many ratings would no longer count.' })
  readonly ratings!: number;

  @ApiProperty({ description: 'False if there are more than 1,000: the newest are compared.' })
  readonly isComplete!: boolean;

  @ApiProperty({
    type: [ComparedPosts],
    description: 'The public posts with these ratings, most moved first.',
  })
  readonly posts!: readonly ComparedPosts[];

  @ApiProperty({ type: ComparedBoards })
  readonly board!: ComparedBoards;
}
