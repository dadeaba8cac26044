import type {
  Act,
  AdminPostDetails,
  AdminReport,
  DecidedReport,
  HiddenComment,
  ModeratedPost,
} from '../../src/api/acts/acts.responses.js';
import type { AdminProposal, ManagedUser } from '../../src/api/admin/admin.responses.js';
import type { AdminUser } from '../../src/api/http/admins.js';
import type { AdminAppeal } from '../../src/api/review/decisions.responses.js';
import type { ReviewDecided } from '../../src/api/review/review-queue.responses.js';
import { Browser } from './browser.js';

export const ADMIN_PASSWORD = 'lanterns on the stairs';

/** The address of the back office. */
export const DESK = '/api/rtm-sys';

/** What admins do in the back office, signed in or not. */
export class Desk extends Browser {
  signIn(username: string, password = ADMIN_PASSWORD) {
    return this.post<AdminUser>(`${DESK}/login`, { username, password });
  }

  me() {
    return this.get<AdminUser>(`${DESK}/me`);
  }

  admins() {
    return this.get<AdminUser[]>(`${DESK}/admins`);
  }

  changeRole(adminId: string, role: string, reason: string) {
    return this.put<AdminUser & AdminProposal>(`${DESK}/admins/${adminId}/role`, { role, reason });
  }

  dismiss(adminId: string, reason = 'Left the team.') {
    return this.post<AdminProposal>(`${DESK}/admins/${adminId}/dismiss`, { reason });
  }

  /** Allows a person to have a login of the back office, or forbids it. */
  setAdmin(accountId: string, isAdmin: boolean) {
    return this.patch<ManagedUser>(`${DESK}/users/${accountId}`, { isAdmin });
  }

  details(postId: string) {
    return this.get<AdminPostDetails>(`${DESK}/posts/${postId}`);
  }

  /** Approves, hides or shows a post. */
  decide(postId: string, decision: object) {
    return this.patch<ModeratedPost>(`${DESK}/posts/${postId}`, decision);
  }

  hide(postId: string, why: object = { reason: 'spam' }) {
    return this.decide(postId, { isPublic: false, ...why });
  }

  remove(postId: string, why: object = { reason: 'spam' }) {
    return this.delete<ModeratedPost>(`${DESK}/posts/${postId}`, why);
  }

  escalate(postId: string, why: object) {
    return this.post<ModeratedPost>(`${DESK}/posts/${postId}/escalate`, why);
  }

  hideComment(commentId: string, why: object) {
    return this.delete<HiddenComment>(`${DESK}/comments/${commentId}`, why);
  }

  reportsOn(postId: string) {
    return this.get<AdminReport[]>(`${DESK}/reports?post=${postId}`);
  }

  decideReport(reportId: string, decision: object) {
    return this.patch<DecidedReport>(`${DESK}/reports/${reportId}`, decision);
  }

  claim(postId: string) {
    return this.post(`${DESK}/queue/${postId}/claim`);
  }

  /** Decides about a post that this admin has claimed. */
  review(postId: string, decision: object) {
    return this.post<ReviewDecided>(`${DESK}/queue/${postId}/decide`, decision);
  }

  actsOn(subject: string) {
    return this.get<Act[]>(`${DESK}/acts?subject=${subject}`);
  }

  undo(actId: string | null, reason = 'A mistake.') {
    return this.post(`${DESK}/acts/${actId}/undo`, { reason });
  }

  decideAppeal(actId: string | null, granted: boolean, note = 'We looked twice.') {
    return this.post<AdminAppeal>(`${DESK}/appeals/${actId}/decide`, { granted, note });
  }
}
