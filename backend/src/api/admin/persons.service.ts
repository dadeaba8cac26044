import { Injectable } from '@nestjs/common';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { STRIKE_STEPS, type StrikeStep, type Suspension } from '../../domain/account/account-state.js';
import {
  TRUST_LEVELS,
  type TrustLevel,
  trustLevelOf,
  whyTrusted,
} from '../../domain/moderation/trust-level.js';
import { UploadRefusals, blockedUntil } from '../../domain/photo/uploader.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { AccountsReader } from '../../projections/accounts/accounts.js';
import { ActsReader } from '../../projections/acts.js';
import { type AdminList, adminCount, leavingOut } from '../../projections/admin-list.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts.js';
import { AppealsReader } from '../../projections/moderation/appeals.js';
import { TrustFactsReader } from '../../projections/moderation/trust-facts.js';
import { RATER_SIGNALS, type RaterSignal, RatersReader } from '../../projections/rating-fraud/raters.js';
import { ReportsReader } from '../../projections/reports.js';
import { Act } from '../acts/acts.contract.js';
import { AdminReportNote } from '../acts/reports.contract.js';
import { ShownActs } from '../acts/shown-acts.service.js';
import { Accounts } from '../http/accounts.js';
import type { AdminUser } from '../http/admins.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { Refusal, RefusedUploads } from '../photos/refused-uploads.service.js';
import { ManagedUser, ManagedUsers } from './managed-users.service.js';

class OpenSuspension implements Omit<Suspension, 'code'> {
  @Text('The act, or the dispute.') readonly suspensionId!: string;
  @OneOf(['dispute', 'moderation']) readonly cause!: Suspension['cause'];
  @Text('As shown to the person.') readonly reason!: string;
  @Maybe(Text, 'What the admin added for the person.') readonly note!: string | null;
  @Maybe(When, 'Null: until it is lifted.') readonly endsAt!: string | null;
  @Flag() readonly hidesPosts!: boolean;
}

class Strike {
  @Id() readonly actId!: string;
  @OneOf(STRIKE_STEPS) readonly step!: StrikeStep;
}

/** How far a person's posts are trusted, and what that follows from. */
class Standing {
  @OneOf(TRUST_LEVELS) readonly level!: TrustLevel;
  @Text('What it follows from, in words.') readonly why!: string;
  @Maybe(When, 'When the address was verified.') readonly verifiedAt!: string | null;
  @Whole('How many posts went public.') readonly publicPosts!: number;
  @List(() => Act, 'The latest ones against the person that were not undone, newest first, at most 10.')
  readonly decisions!: readonly Act[];
}

class RaterRecord {
  @List(OneOf(RATER_SIGNALS)) readonly signals!: readonly RaterSignal[];
  @Whole('How many posts they rated.') readonly ratings!: number;
  @Maybe(Id, 'The act that excludes all their ratings; null while these count.')
  readonly excludedBy!: string | null;
}

/** How long the lists about a person are; 10,000 at most. */
class PersonCounts {
  @Whole() readonly posts!: number;
  @Whole() readonly comments!: number;
  @Whole('Those that they filed.') readonly reportsMade!: number;
  @Whole('Those on their posts, comments and profile.') readonly reportsReceived!: number;
  @Whole() readonly appeals!: number;
  @Whole('What admins did to the person, or to what is theirs.') readonly acts!: number;
}

class PersonRecord {
  @Maybe(Part(() => Standing), 'Null for a deleted account.') readonly standing!: Standing | null;
  @List(() => OpenSuspension, 'Those that have neither ended nor been lifted.')
  readonly suspensions!: readonly OpenSuspension[];
  @List(() => Strike, 'Those that were not undone, oldest first.') readonly strikes!: readonly Strike[];
  @Maybe(When, 'Null if they may upload.') readonly uploadsBlockedUntil!: string | null;
  @Maybe(
    List(() => Refusal),
    'Uploads that the check refused, newest first, at most 20; null if that cannot be read.',
  )
  readonly refusals!: readonly Refusal[] | null;
  @Part(() => RaterRecord) readonly rater!: RaterRecord;
  @Part(() => PersonCounts) readonly counts!: PersonCounts;
  @List(() => AdminReportNote, 'Oldest first, the latest 50.') readonly notes!: readonly AdminReportNote[];
}

export class AdminPerson {
  @Id() readonly id!: string;
  @When() readonly registeredAt!: string;
  @Flag('False for your own account, and for one that is linked with your login.') readonly mayAct!: boolean;
  @Maybe(Part(() => ManagedUser), 'Null for a deleted account.') readonly account!: ManagedUser | null;
  @Maybe(Part(() => PersonRecord), 'For moderators and owners; null for finance.')
  readonly record!: PersonRecord | null;
}

/** Puts together what admins see of one person. */
@Injectable()
export class Persons {
  constructor(
    private readonly states: States,
    private readonly accounts: Accounts,
    private readonly users: ManagedUsers,
    private readonly view: AccountsReader,
    private readonly trust: TrustFactsReader,
    private readonly raters: RatersReader,
    private readonly refused: RefusedUploads,
    private readonly posts: ModeratedPostsReader,
    private readonly comments: CommentsReader,
    private readonly reports: ReportsReader,
    private readonly appeals: AppealsReader,
    private readonly acts: ActsReader,
    private readonly shown: ShownActs,
    private readonly holds: LegalHolds,
    private readonly clock: Clock,
  ) {}

  /** @throws Rejected (notFound) for an account that never existed */
  async of(id: string, admin: AdminUser): Promise<AdminPerson> {
    const { createdAt } = await this.states.of(Account, id);
    if (createdAt === null) throw new Rejected('notFound', 'User not found');
    const isPresent = (await this.accounts.state(id)) !== null;
    const [account, record] = await Promise.all([
      isPresent ? this.users.one(id) : null,
      admin.role === 'finance' ? null : this.record(id, admin, isPresent),
    ]);
    return { id, registeredAt: createdAt, mayAct: !admin.accountIds.includes(id), account, record };
  }

  /** All reads are by id or through an index; the longest are the lists that are counted. */
  private async record(id: string, admin: AdminUser, isPresent: boolean): Promise<PersonRecord> {
    const now = this.clock.now();
    const hidden = await this.holds.hiddenFrom(admin);
    const [standing, { suspensions, strikes }, uploader, refusals, rater, document, counts] =
      await Promise.all([
        isPresent ? this.standing(id, admin, hidden) : null,
        this.states.of(Account, id),
        unlessUndecodable(this.states.of(UploadRefusals, `account:${id}`), () => null),
        unlessUndecodable(this.refused.of(id), () => null),
        this.raters.one(id),
        this.view.one(id),
        this.counts(id, admin, hidden),
      ]);
    const notes = document?.notes ?? [];
    const names = await this.shown.names(notes.map(({ adminId }) => adminId));
    return {
      standing,
      suspensions: suspensions
        .filter(({ endsAt }) => isPresent && (endsAt === null || now < new Date(endsAt)))
        .map(({ code: _, ...suspension }) => suspension),
      strikes: isPresent ? strikes : [],
      uploadsBlockedUntil: (uploader && blockedUntil([uploader], now)?.toISOString()) ?? null,
      refusals,
      rater: {
        signals: RATER_SIGNALS.filter((signal) => rater?.signals[signal]),
        ratings: rater?.count ?? 0,
        excludedBy: rater?.excludedBy ?? null,
      },
      counts,
      notes: notes.map(({ at, adminId, text }) => ({
        at,
        adminName: adminId === null ? null : (names.get(adminId) ?? null),
        text,
      })),
    };
  }

  private async standing(id: string, { role }: AdminUser, hidden: ReadonlySet<string>): Promise<Standing> {
    const facts = await this.trust.of(id);
    const acts = await this.acts.byIds(facts.actIds);
    const seen = facts.actIds
      .toReversed()
      .flatMap((actId) => acts.get(actId) ?? [])
      .filter(({ postId }) => !hidden.has(postId ?? ''));
    const level = trustLevelOf(facts, this.clock.now());
    return {
      level,
      why: whyTrusted(level),
      verifiedAt: facts.verifiedAt,
      publicPosts: facts.publicPosts,
      decisions: await this.shown.of(seen, role),
    };
  }

  private async counts(id: string, { role }: AdminUser, hidden: ReadonlySet<string>): Promise<PersonCounts> {
    const count = async <Document extends object>(
      list: AdminList<Document>,
      about: Parameters<typeof leavingOut<Document>>[2],
    ) => Number((await adminCount(leavingOut(list, hidden, about))).replace('+', ''));
    const postId = (row: { readonly postId: string | null }) => row.postId;
    const [posts, comments, reportsMade, reportsReceived, appeals, acts] = await Promise.all([
      count(this.posts.list({ ownerIds: [id] }, '-createdAt'), ({ _id }) => _id),
      count(this.comments.list({ authorId: id }, '-createdAt'), postId),
      count(this.reports.list({ reporterId: id }, undefined, '-createdAt'), postId),
      count(this.reports.list({ ownerId: id }, undefined, '-createdAt'), postId),
      count(this.appeals.list({ ownerId: id }, '-createdAt'), postId),
      count(this.acts.list({ ownerId: id, seenBy: role }, '-createdAt'), postId),
    ]);
    return { posts, comments, reportsMade, reportsReceived, appeals, acts };
  }
}
