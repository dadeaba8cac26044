import type { Act } from '../../src/api/acts/acts.contract.js';
import type { AdminPostDetails } from '../../src/api/acts/posts-list.controller.js';
import type { AdminReport, DecidedReport } from '../../src/api/acts/reports.contract.js';
import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import type { AdminPerson } from '../../src/api/admin/persons.service.js';
import type { ManagedUser } from '../../src/api/admin/managed-users.service.js';
import type { AdminUser } from '../../src/api/http/admins.js';
import type { AdminAppeal } from '../../src/api/review/decisions.contract.js';
import type { ReviewDecided, ReviewItem } from '../../src/api/review/reviews.contract.js';
import { Browser } from './browser.js';
import type { HiddenComment } from '../../src/api/acts/comments-moderation.controller.js';
import type { ModeratedPost } from '../../src/api/acts/posts-moderation.controller.js';
import type { UndoneAct } from '../../src/api/acts/acts.controller.js';

export const ADMIN_PASSWORD = 'lanterns on the stairs';

/** What shows who an admin is, without a second factor. */
export const PROOF = { currentPassword: ADMIN_PASSWORD };

/** The address of the back office. */
export const DESK = '/api/rtm-sys';

/** Of what a test has found or made; the server rejects a missing one. */
export type Id = string | null | undefined;

/** What admins do in the back office, signed in or not. */
export class Desk extends Browser {
  signIn(username: string, { password = ADMIN_PASSWORD, code }: { password?: string; code?: string } = {}) {
    return this.post<AdminUser>(`${DESK}/login`, { username, password, code });
  }

  signOut() {
    return this.post(`${DESK}/logout`);
  }

  /** Takes an invitation to the back office. */
  accept(token: string | undefined, username: string, password: string) {
    return this.post<AdminUser>(`${DESK}/invitations/accept`, { token, username, password });
  }

  self() {
    return this.get<AdminUser>(`${DESK}/me`);
  }

  admins() {
    return this.get<AdminUser[]>(`${DESK}/admins`);
  }

  changeRole(adminId: Id, role: string, reason: string) {
    return this.put<AdminUser & AdminProposal>(`${DESK}/admins/${adminId}/role`, { role, reason });
  }

  dismiss(adminId: Id, reason = 'Left the team.') {
    return this.post<AdminProposal>(`${DESK}/admins/${adminId}/dismiss`, { reason });
  }

  /** Confirms an act that another owner asked for. */
  confirm<Body = AdminProposal & { message: string; code: string }>(
    proposalId: Id,
    identity: object = PROOF,
  ) {
    return this.post<Body>(`${DESK}/proposals/${proposalId}/confirm`, identity);
  }

  /** Shows once more who is signed in. */
  signInAgain(identity: object = PROOF) {
    return this.post<{ message: string; code: string }>(`${DESK}/me/confirm`, identity);
  }

  /** Allows a person to have a login of the back office, or forbids it. */
  setAdmin<Body = ManagedUser>(accountId: Id, isAdmin: boolean) {
    return this.patch<Body>(`${DESK}/users/${accountId}`, { isAdmin });
  }

  person(accountId: Id) {
    return this.get<AdminPerson>(`${DESK}/users/${accountId}`);
  }

  details(postId: Id) {
    return this.get<AdminPostDetails>(`${DESK}/posts/${postId}`);
  }

  /** Approves, hides or shows a post. */
  decide(postId: Id, decision: object) {
    return this.patch<ModeratedPost>(`${DESK}/posts/${postId}`, decision);
  }

  hide(postId: Id, why: object = { reason: 'spam' }) {
    return this.decide(postId, { isPublic: false, ...why });
  }

  remove(postId: Id, why: object = { reason: 'spam' }) {
    return this.delete<ModeratedPost>(`${DESK}/posts/${postId}`, why);
  }

  escalate(postId: Id, why: object) {
    return this.post<ModeratedPost>(`${DESK}/posts/${postId}/escalate`, why);
  }

  hideComment(commentId: Id, why: object) {
    return this.delete<HiddenComment>(`${DESK}/comments/${commentId}`, why);
  }

  reportsOn(postId: Id) {
    return this.get<AdminReport[]>(`${DESK}/reports?post=${postId}`);
  }

  decideReport(reportId: Id, decision: object) {
    return this.patch<DecidedReport>(`${DESK}/reports/${reportId}`, decision);
  }

  claim(postId: Id) {
    return this.post<ReviewItem>(`${DESK}/queue/${postId}/claim`);
  }

  /** Decides about a post that this admin has claimed. */
  review(postId: Id, decision: object) {
    return this.post<ReviewDecided>(`${DESK}/queue/${postId}/decide`, decision);
  }

  actsOn(subject: Id) {
    return this.get<Act[]>(`${DESK}/acts?subject=${subject}`);
  }

  undo(actId: Id, reason = 'A mistake.') {
    return this.post<UndoneAct>(`${DESK}/acts/${actId}/undo`, { reason });
  }

  decideAppeal(actId: Id, granted: boolean, note = 'We looked twice.') {
    return this.post<AdminAppeal>(`${DESK}/appeals/${actId}/decide`, { granted, note });
  }
}
