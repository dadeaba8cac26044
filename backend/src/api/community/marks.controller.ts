import { Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { LikesReader } from '../../projections/likes.js';
import { RatingsReader } from '../../projections/ratings.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';
import { Id, List, Matching, Optional } from '../../contract/fields.js';
import { HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';
import { Rejected } from '../../kernel/aggregate.js';

/** How many ids one request may ask about. */
const MOST_IDS = 100;
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IDS = Matching(new RegExp(`^${UUID}(,${UUID})*$`, 'i'));
const ids = (of: string) => ({
  about: `Ids of ${of}, with commas between them; at most ${MOST_IDS} ids in all.`,
  message: `This is not a list of ids of ${of}`,
});

class MarksRequest {
  @Optional(IDS, ids('posts')) readonly posts?: string;
  @Optional(IDS, ids('comments')) readonly comments?: string;

  @Optional(Id, {
    about: 'The id of a post: asks about this post and all its comments.',
    message: 'This is not the id of a post',
  })
  readonly thread?: string;
}

/** The ids that a request asks about, each once. @throws Rejected (invalid) if they are too many */
function askedIn({ posts = '', comments = '' }: MarksRequest) {
  const lists = [posts, comments].map((list) => [...new Set(list.split(',').filter(Boolean))] as const);
  if (lists.flat().length > MOST_IDS)
    throw new Rejected('invalid', `Please ask about at most ${MOST_IDS} ids.`);
  const [postIds = [], commentIds = []] = lists;
  return { postIds, commentIds };
}

/** What is one person's own among posts and comments. Answers for everyone have none of it. */
export class Marks {
  @List(Id, 'The posts that you like.') readonly likedPosts!: readonly string[];
  @List(Id, 'The comments that you like.') readonly likedComments!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE },
    description: 'Your ratings, by the id of the post.',
  })
  readonly ratings!: Readonly<Record<string, number>>;
}

@Routes('community', 'api/me/marks')
export class MarksController {
  constructor(
    private readonly likes: LikesReader,
    private readonly commentLikes: CommentLikesReader,
    private readonly ratings: RatingsReader,
    private readonly posts: LeaderboardReader,
    private readonly comments: CommentsReader,
  ) {}

  @Route('GET', '', {
    who: 'signedIn',
    summary: 'Which of these posts and comments you like, and your ratings of the posts.',
    description: 'Says nothing of posts and comments that you cannot see, as if they did not exist.',
    answer: Marks,
  })
  async marks(@Query() request: MarksRequest, @CurrentAccount() { id: userId }: Account): Promise<Marks> {
    const { thread } = request;
    const { postIds, commentIds } = askedIn(request);
    const posts = [...new Set(thread === undefined ? postIds : [...postIds, thread])];
    const [likedPosts, ratings, ...commentLikes] = await Promise.all([
      this.likes.among(posts, userId),
      this.ratings.among(posts, userId),
      this.commentLikes.among(commentIds, userId),
      thread === undefined ? [] : this.commentLikes.on(thread, userId),
    ]);
    const postOf = new Map(commentLikes.flat().map(({ commentId, postId }) => [commentId, postId]));
    const marked = [...likedPosts, ...ratings.map(({ postId }) => postId), ...postOf.values()];
    const [visible, shown] = await Promise.all([
      this.posts.visibleAmong([...new Set(marked)], userId),
      this.comments.shownAmong([...postOf.keys()]),
    ]);
    return {
      likedPosts: likedPosts.filter((id) => visible.has(id)),
      likedComments: [...shown].filter((id) => visible.has(postOf.get(id) ?? '')),
      ratings: Object.fromEntries(
        ratings.flatMap(({ postId, score }) => (visible.has(postId) ? [[postId, score]] : [])),
      ),
    };
  }
}
