import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { Clock } from '../../kernel/clock.js';
import { AccountsReader } from '../../projections/accounts/accounts.js';
import { adminCount } from '../../projections/admin-list.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { ReportsReader } from '../../projections/reports.js';
import { AppealsReader } from '../../projections/moderation/appeals.js';
import { ReviewQueueReader } from '../../projections/moderation/review-queue.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { Route, Routes } from '../http/route.js';
import { Whole } from '../../contract/fields.js';

class AdminCounts {
  @Whole() readonly posts!: number;
  @Whole('Those that wait for a decision.') readonly reports!: number;
  @Whole('10,000 at most.') readonly boosts!: number;
  @Whole() readonly users!: number;
  @Whole() readonly comments!: number;
  @Whole('The posts in the review queue.') readonly queue!: number;
  @Whole('Those of them that are past their target.') readonly overdue!: number;
  @Whole('Those that wait for a decision.') readonly appeals!: number;
}

@Routes('back office', 'api/rtm-sys/counts')
export class CountsController {
  constructor(
    private readonly posts: ModeratedPostsReader,
    private readonly reports: ReportsReader,
    private readonly payments: PaymentsReader,
    private readonly accounts: AccountsReader,
    private readonly comments: CommentsReader,
    private readonly reviews: ReviewQueueReader,
    private readonly appeals: AppealsReader,
    private readonly holds: LegalHolds,
    private readonly clock: Clock,
  ) {}

  @Route('GET', '', {
    who: ADMIN_ROLES,
    summary:
      'How many posts, pending reports, boosts, users, comments, posts to review and appeals there are.',
    answer: AdminCounts,
  })
  async adminCounts(@CurrentAdmin() admin: AdminUser): Promise<AdminCounts> {
    const [hidden, held] = await Promise.all([this.holds.hiddenFrom(admin), this.holds.held()]);
    const [all, reports, boosts, users, comments, queue, overdue, appeals] = await Promise.all([
      this.posts.count(),
      this.reports.pending(hidden),
      adminCount(this.payments.boosts({}, 'createdAt')),
      this.accounts.count(),
      this.comments.countAll(),
      this.reviews.waiting(held),
      this.reviews.overdue(this.clock.now(), held),
      this.appeals.waiting(hidden),
    ]);
    const posts = all - hidden.size;
    const counted = Number(boosts.replace('+', ''));
    return { posts, reports, boosts: counted, users, comments, queue, overdue, appeals };
  }
}
