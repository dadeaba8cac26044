import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import { Account } from '../../domain/account/account.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { isSamePerson, personOf } from '../../domain/admin/person.js';
import { Photo } from '../../domain/photo/photo.js';
import {
  type MinorReport,
  discredits,
  hidingReporters,
  isEstablishedAt,
} from '../../domain/post/minor-reports.js';
import { Post } from '../../domain/post/post.js';
import type { Subject } from '../../domain/report/subject.js';
import { Report, reportIdOf } from '../../domain/report/report.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { raterPairs, RatersReader } from '../../projections/rating-fraud/raters.js';
import { type ReportDocument, reports as reportsView, ReportsReader } from '../../projections/reports.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

interface AboutReport {
  readonly data: {
    readonly subject: Subject;
    readonly subjectId: string;
    readonly reporterId: string;
  };
  readonly position: number;
}

interface Change {
  /** Whether it may end checks. What is undone in several steps begins checks only: nobody sees a post in between. */
  readonly mayEnd: boolean;
  /** The dismissal of a report on the post itself, which clears it. */
  readonly clearedBy: string | null;
}

/** What decides how much the reports of one person weigh. */
interface Weight {
  readonly createdAt: string | null;
  /** When one of theirs was last dismissed as false. */
  readonly falseAt: string | null;
  /** The posts that they ask for a look at, and which of them are in check by it. */
  readonly asksFor: readonly string[];
  readonly hides: Set<string>;
}

type Weights = Map<string, Promise<Weight>>;

const MORE: Change = { mayEnd: false, clearedBy: null };
const LESS: Change = { mayEnd: true, clearedBy: null };

const VIEWS = [reportsView, raterPairs];

/** Whether it asks for a look at its post: it waits for a decision, or an admin agreed with it. */
const isOpen = ({ subject, category, status }: ReportDocument) =>
  subject === 'post' && category === 'minor' && status !== 'dismissed';

/**
 * Keeps posts from the public while reports of a person under 18 ask for a look at them. It compares what the reports ask for
 * with what is so, and repeating it changes nothing.
 */
@Injectable()
export class MinorReports implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly views: ViewProgress,
    private readonly reports: ReportsReader,
    private readonly raters: RatersReader,
  ) {}

  /** The reports of one person on several posts, and of several people on one post, decide together: one change at a time. */
  private readonly inTurn = pLimit(1);

  readonly name = 'minor-reports';
  readonly on: Reaction['on'] = {
    PostReported: async ({ data: { postId, category }, position }) => {
      if (category === 'minor') await this.settleOne(postId, position, MORE);
    },
    ReportCategorised: async ({ data: { subject, subjectId }, position }) => {
      if (subject === 'post') await this.settleOne(subjectId, position, LESS);
    },
    ReportDismissed: (event) => this.settleAll(event, { ...LESS, clearedBy: event.data.actId }),
    ReportReopened: (event) => this.settleAll(event, MORE),
    // It may be one that goes on after an undo: what it began by may have been decided meanwhile.
    PostCheckBegan: ({ data: { postId }, position }) => this.settleOne(postId, position, LESS),
  };
  private async settleOne(postId: string, position: number, change: Change): Promise<void> {
    await haveSeen(this.views, VIEWS, position);
    await this.inTurn(() => this.settle(postId, change));
  }

  /** The post, and the others that the same person reported: a false report takes the weight of all of theirs. */
  private async settleAll(
    { data: { subject, subjectId, reporterId }, position }: AboutReport,
    change: Change,
  ): Promise<void> {
    const { category } = await this.states.of(Report, reportIdOf(subjectId, reporterId));
    if (category !== 'minor') return;
    await haveSeen(this.views, VIEWS, position);
    await this.inTurn(async () => {
      const weights: Weights = new Map();
      if (subject === 'post') await this.settle(subjectId, change, weights);
      const { asksFor, hides } = await this.weightOf(reporterId, weights);
      for (const other of change.mayEnd ? [...hides] : asksFor) {
        if (other !== subjectId) await this.settle(other, { ...change, clearedBy: null }, weights);
      }
    });
  }

  private async settle(
    postId: string,
    { mayEnd, clearedBy }: Change,
    weights: Weights = new Map(),
  ): Promise<void> {
    const [all, post] = [await this.reports.on(postId), await this.states.of(Post, postId)];
    const open = await Promise.all(
      all.filter(isOpen).map(async (report) => {
        const weight = await this.weightOf(report.reporterId, weights);
        // Whose report hides the post keeps that place.
        const isCounted = !post.check?.includes(report.reporterId);
        return { ...weighed(report, weight), hidesElsewhere: isCounted ? weight.hides.size : 0 };
      }),
    );
    const { admitted } = await this.states.of(Photo, postId);
    const reporters = hidingReporters(open, {
      isDoubted: admitted?.verdict === 'review',
      wasCleared: clearedBy !== null || (await this.wasCleared(post.clearedBy, all)),
      areLinked: open.length > 1 ? await this.links() : () => false,
    });
    if (reporters.length === 0 && !mayEnd) return;
    await this.commands.execute(Post.SettleCheck({ postId, reporters, clearedBy }));
    const { check } = await this.states.of(Post, postId);
    for (const [reporterId, weight] of weights) {
      if (check?.includes(reporterId)) (await weight).hides.add(postId);
      else (await weight).hides.delete(postId);
    }
  }

  /** What the reports of a person weigh, which is read once. */
  private weightOf(reporterId: string, weights: Weights): Promise<Weight> {
    const weight = weights.get(reporterId) ?? this.readWeight(reporterId);
    weights.set(reporterId, weight);
    return weight;
  }

  private async readWeight(reporterId: string): Promise<Weight> {
    const { createdAt } = await this.states.of(Account, reporterId);
    const open = (await this.reports.openOfMinorsBy(reporterId)).filter(isOpen);
    const asksFor = open.map(({ subjectId }) => subjectId);
    const checks = await Promise.all(asksFor.map((postId) => this.states.of(Post, postId)));
    const hides = asksFor.filter((_, index) => checks[index]?.check?.includes(reporterId));
    return {
      createdAt,
      falseAt: await this.reports.lastFalseBy(reporterId),
      asksFor,
      hides: new Set(hides),
    };
  }

  /** Whether an admin found nothing wrong with the post, and that stands. */
  private async wasCleared(
    clearedBy: readonly string[],
    all: readonly Stored<ReportDocument>[],
  ): Promise<boolean> {
    // Also a dismissal while the post was hidden.
    if (all.some(({ falseAt }) => falseAt !== null)) return true;
    if (clearedBy.length === 0) return false;
    const states = await Promise.all(all.map(({ _id }) => this.states.of(Report, _id)));
    const undone = new Set(states.flatMap((report) => report.undone));
    return clearedBy.some((actId) => !undone.has(actId));
  }

  /** Which accounts are known to belong together: those of one admin, and those that rate each other high. */
  private async links(): Promise<(one: string, other: string) => boolean> {
    const roles = await this.states.of(AdminRoles, ALL_ADMINS);
    const rings = await this.raters.rings();
    return (one, other) =>
      isSamePerson(personOf(one, roles), personOf(other, roles)) ||
      rings.some((ring) => ring.includes(one) && ring.includes(other));
  }
}

function weighed(
  { reporterId, reportedAt, status }: ReportDocument,
  { createdAt, falseAt }: Weight,
): Omit<MinorReport, 'hidesElsewhere'> {
  return {
    reporterId,
    isEstablished: isEstablishedAt(createdAt, reportedAt),
    hadFalse: status === 'pending' && falseAt !== null && discredits(falseAt, reportedAt),
  };
}
