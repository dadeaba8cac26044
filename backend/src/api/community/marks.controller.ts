import { Query } from '@nestjs/common';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { LikesReader } from '../../projections/likes.js';
import { RatingsReader } from '../../projections/ratings.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';
import { askedIn, MarksRequest } from './community.requests.js';
import { Marks } from './community.responses.js';

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
