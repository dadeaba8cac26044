import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ADMIN_ROLES } from '../../domain/admin/admin-roles.events.js';
import { AccountsReader } from '../../projections/accounts/accounts.reader.js';
import { adminCount } from '../../projections/admin-list.js';
import { CommentsReader } from '../../projections/comments/comments.reader.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts/moderated-posts.reader.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { ReportsReader } from '../../projections/reports/reports.reader.js';
import { ForAdmins } from '../http/current-admin.js';

/** How many there are of everything. */
class AdminCounts {
  @ApiProperty()
  readonly posts!: number;

  @ApiProperty({ description: 'Those that wait for a decision.' })
  readonly reports!: number;

  @ApiProperty({ description: '10,000 at most.' })
  readonly boosts!: number;

  @ApiProperty()
  readonly users!: number;

  @ApiProperty()
  readonly comments!: number;
}

/** The figures on the tabs of the back office. */
@ApiTags('back office')
@Controller('api/rtm-sys/counts')
export class CountsController {
  constructor(
    @Inject(ModeratedPostsReader) private readonly posts: ModeratedPostsReader,
    @Inject(ReportsReader) private readonly reports: ReportsReader,
    @Inject(PaymentsReader) private readonly payments: PaymentsReader,
    @Inject(AccountsReader) private readonly accounts: AccountsReader,
    @Inject(CommentsReader) private readonly comments: CommentsReader,
  ) {}

  @Get()
  @ForAdmins(...ADMIN_ROLES)
  @ApiOperation({ summary: 'How many posts, pending reports, boosts, users and comments there are.' })
  @ApiOkResponse({ type: AdminCounts })
  async adminCounts(): Promise<AdminCounts> {
    const [posts, reports, boosts, users, comments] = await Promise.all([
      this.posts.count(),
      this.reports.pending(),
      adminCount(this.payments.boosts({}, 'createdAt')),
      this.accounts.count(),
      this.comments.countAll(),
    ]);
    return { posts, reports, boosts: Number(boosts.replace('+', '')), users, comments };
  }
}
