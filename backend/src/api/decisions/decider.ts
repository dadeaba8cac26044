import { Injectable } from '@nestjs/common';
import { type ActKind, rowOf } from '../../domain/acts/acts.js';
import { PictureBlock } from '../../domain/moderation/blocked-picture.js';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { Post } from '../../domain/post/post.js';
import { reportIdOf, Report } from '../../domain/report/report.js';
import { States } from '../../kernel/states.js';
import { postNamedBy } from '../../projections/acts.js';
import { type AdminUser, Admins } from '../http/admins.js';

/** Who decides, with the accounts that the decision concerns beside the owner of its subject. */
@Injectable()
export class Deciders {
  constructor(
    private readonly states: States,
    private readonly admins: Admins,
  ) {}

  /** For an act on a subject. */
  async for(kind: ActKind, subjectId: string, admin: AdminUser): Promise<Decider> {
    const { subject } = rowOf(kind);
    if (subject === 'picture') return { ...admin, concerned: await this.ownersOf(subjectId) };
    const reported = subject === 'comment' || subject === 'account';
    return this.on(reported ? subjectId : postNamedBy({ kind: subject, id: subjectId }), admin);
  }

  /**
   * For a decision about a post, comment or profile, a report on it or a rating of it; null for another subject. Admins do not
   * decide about what they reported.
   */
  async on(subjectId: string | null, admin: AdminUser): Promise<Decider> {
    return { ...admin, concerned: subjectId === null ? [] : await this.reportersOf(subjectId) };
  }

  /** The accounts of admins that have reported a subject. Other reporters decide nothing. */
  private async reportersOf(subjectId: string): Promise<readonly string[]> {
    const { admins } = await this.admins.roles();
    const accountIds = [...new Set(Object.values(admins).flatMap((admin) => admin.accountIds))];
    const reports = await Promise.all(
      accountIds.map((id) => this.states.of(Report, reportIdOf(subjectId, id))),
    );
    return accountIds.filter((_, index) => reports[index]?.status !== 'none');
  }

  /** Whose removed posts a picture on the block list is from. */
  private async ownersOf(imageHash: string): Promise<readonly string[]> {
    const { postIds } = await this.states.of(PictureBlock, imageHash);
    const posts = await Promise.all(postIds.map((postId) => this.states.of(Post, postId)));
    return posts.flatMap(({ ownerId }) => ownerId ?? []);
  }
}
