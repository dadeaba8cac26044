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
      if (subject === 'post') await this.settle(subjectId, change);
      for (const other of await this.reports.by(reporterId)) {
        if (other.subjectId === subjectId || !isOpen(other)) continue;
        await this.settle(other.subjectId, { ...change, clearedBy: null });
      }
    });
  }

  private async settle(postId: string, { mayEnd, clearedBy }: Change): Promise<void> {
    const all = await this.reports.on(postId);
    const open = await Promise.all(all.filter(isOpen).map((report) => this.weighed(report)));
    const { admitted } = await this.states.of(Photo, postId);
    const reporters = hidingReporters(open, {
      isDoubted: admitted?.verdict === 'review',
      wasCleared: clearedBy !== null || (await this.wasCleared(postId, all)),
      areLinked: open.length > 1 ? await this.links() : () => false,
    });
    if (reporters.length === 0 && !mayEnd) return;
    await this.commands.execute(Post.SettleCheck({ postId, reporters, clearedBy }));
  }

  private async weighed({ subjectId, reporterId, reportedAt, status }: ReportDocument): Promise<MinorReport> {
    const { createdAt } = await this.states.of(Account, reporterId);
    const theirs = await this.reports.by(reporterId);
    const others = theirs.filter((report) => report.subjectId !== subjectId && isOpen(report));
    const checks = await Promise.all(others.map((report) => this.states.of(Post, report.subjectId)));
    return {
      reporterId,
      isEstablished: isEstablishedAt(createdAt, reportedAt),
      hadFalse:
        status === 'pending' &&
        theirs.some(({ falseAlarm }) => falseAlarm !== null && discredits(falseAlarm.at, reportedAt)),
      hidesElsewhere: checks.filter(({ check }) => check?.includes(reporterId)).length,
    };
  }

  /** Whether an admin found nothing wrong with the post, and that stands. */
  private async wasCleared(postId: string, all: readonly Stored<ReportDocument>[]): Promise<boolean> {
    const { clearedBy } = await this.states.of(Post, postId);
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
