import { Id, Text, Flag, List, Maybe, OneOf, Part, When, Whole } from '../../contract/fields.js';
import { RATER_SIGNALS, type RaterSignal } from '../../projections/rating-fraud/raters.js';

/** An act that can be undone. */
export class ActAnswer {
  @Id() readonly actId!: string;
}

export class NamedPerson {
  @Id() readonly id!: string;
  @Maybe(Text, 'Null for a deleted account.') readonly name!: string | null;
}

export class Rater extends NamedPerson {
  @List(OneOf(RATER_SIGNALS)) readonly signals!: RaterSignal[];
  @Maybe(When) readonly registeredAt!: string | null;
  @Maybe(When) readonly lastRatedAt!: string | null;
  @Whole('How many posts they rated.') readonly ratings!: number;
  @Whole('How many of the ratings are 0 or 10.') readonly extremes!: number;
  @Whole('How many ratings they gave in the first 7 days.') readonly earlyRatings!: number;
  @Whole('How many of these went to the person that they rated most.') readonly earlyForOne!: number;
  @Maybe(Whole, 'The shortest time for ten ratings of posts that they chose, in seconds; null with fewer.')
  readonly tenRatingsInSeconds!: number | null;
  @Maybe(Whole, 'The same for photos that `/rate` served.')
  readonly tenServedInSeconds!: number | null;
  @Maybe(Id, 'The act that excludes all their ratings; null while these count.')
  readonly excludedBy!: string | null;
}

/** How often and how high a person rated another. */
class RatedPerson extends NamedPerson {
  @Whole() readonly count!: number;
  @Text({ about: 'One decimal.', example: '9.7' }) readonly average!: string;
}

class GivenRating {
  @Id() readonly postId!: string;
  @Part(() => NamedPerson) readonly owner!: NamedPerson;
  @Whole({ min: 0, max: 10 }) readonly score!: number;
  @When() readonly ratedAt!: string;
  @Flag('False while an act excludes it.') readonly counts!: boolean;
}

export class RaterDetails extends Rater {
  @List(() => RatedPerson, 'Whom they rated most, at most ten.') readonly mostRated!: readonly RatedPerson[];
  @List(() => NamedPerson, 'The other members of their ring.') readonly ring!: readonly NamedPerson[];
  @List(() => GivenRating, 'Newest first, at most 1,000.') readonly given!: readonly GivenRating[];
}

/** People who rate each other high. */
export class RingAnswer {
  @List(() => NamedPerson) readonly members!: readonly NamedPerson[];
}

/** A post on the board by rating alone. */
class ComparedPost {
  @Id() readonly postId!: string;
  @Part(() => NamedPerson) readonly owner!: NamedPerson;
  @Text({ example: '7.4' }) readonly averageRating!: string;
  @Whole({ min: 1, about: 'By rating alone.' }) readonly rank!: number;
}

class ComparedPosts {
  @Part(() => ComparedPost) readonly now!: ComparedPost;
  @Part(() => ComparedPost) readonly without!: ComparedPost;
}

class ComparedBoards {
  @List(() => ComparedPost) readonly now!: readonly ComparedPost[];
  @List(() => ComparedPost) readonly without!: readonly ComparedPost[];
}

/** The board with and without some ratings. */
export class Comparison {
  @Whole('How many ratings would no longer count.') readonly ratings!: number;
  @Flag('False if there are more than 1,000: the newest are compared.') readonly isComplete!: boolean;
  @List(() => ComparedPosts, 'The public posts with these ratings, most moved first.')
  readonly posts!: readonly ComparedPosts[];
  @Part(() => ComparedBoards) readonly board!: ComparedBoards;
}
