import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import type { OwnDecision } from '../../src/api/review/decisions.contract.js';
import { Browser } from './browser.js';
import type { Id } from './desk.js';
import type { Marks } from '../../src/api/community/marks.controller.js';

export const PASSWORD = 'a quiet walk at dusk';

/** What people do on the site, logged in or not. */
export class Visitor extends Browser {
  register(email: string, password = PASSWORD) {
    return this.post<User>('/api/auth/register', { email, password });
  }

  verifyEmail(token: string | undefined, password?: string) {
    return this.post<User>('/api/auth/verify-email', { token, password });
  }

  login(email: string, password = PASSWORD) {
    return this.post<User>('/api/auth/login', { email, password });
  }

  logout() {
    return this.post('/api/auth/logout');
  }

  me() {
    return this.get<User>('/api/auth/me');
  }

  /** Like {@link me}, for people without a session a `User` too. */
  account() {
    return this.get<User>('/api/user');
  }

  changeProfile(profile: object) {
    return this.patch<User>('/api/user/profile', profile);
  }

  /** Has a photo rated, without publishing it. */
  uploadPhoto<Body = RatingResult>(photo: Uint8Array) {
    return this.upload<Body>('/api/upload', photo);
  }

  publish(rating: object) {
    return this.post<{ id: string; message: string }>('/api/posts/publish', rating);
  }

  /** Publishes a photo in one step. */
  publishPhoto(photo: Uint8Array) {
    return this.upload<{ id: string; message: string }>('/api/posts/publish-direct', photo);
  }

  viewPost(postId: Id) {
    return this.get<Post>(`/api/posts/${postId}`);
  }

  deletePost(postId: Id) {
    return this.delete(`/api/user/posts/${postId}`);
  }

  /** Shows the score sheet of an own post to everyone, or to nobody else. */
  showScoreSheet(postId: Id, isPublic: boolean) {
    return this.put(`/api/user/posts/${postId}/score-sheet`, { isPublic });
  }

  like(postId: Id) {
    return this.post(`/api/posts/${postId}/like`);
  }

  /** What is this person's own among the posts and comments that the query names. */
  marks(query: Readonly<Record<string, string>>) {
    return this.get<Marks>(`/api/me/marks?${new URLSearchParams(query)}`);
  }

  rate(postId: unknown, overallScore: unknown) {
    return this.post('/api/ratings/submit', { postId, overallScore });
  }

  report(postId: Id, report: object) {
    return this.post(`/api/posts/${postId}/report`, report);
  }

  comments(postId: Id) {
    return this.get<Comment[]>(`/api/posts/${postId}/comments`);
  }

  comment(postId: Id, text: unknown, parentCommentId?: string | null) {
    return this.post<Comment>(`/api/posts/${postId}/comments`, { text, parentCommentId });
  }

  deleteComment(commentId: Id) {
    return this.delete(`/api/comments/${commentId}`);
  }

  /** The decisions of moderation about this person. */
  decisions() {
    return this.get<OwnDecision[]>('/api/user/decisions');
  }

  appeal(actId: Id, text: string) {
    return this.post<OwnDecision>(`/api/user/decisions/${actId}/appeal`, { text });
  }
}
