import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { type Count, type CountDocument, Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type CohortDocument, activeIn, cohorts, sizeOf } from './cohorts.js';
import { type UploadDocument, type VisitorDocument, visitors, visitorsIn } from './visitors.js';

/** How far the visitors came who uploaded their first photo in a week. Each step is a part of the one before. */
export interface Funnel {
  readonly visitors: number;
  readonly accounts: number;
  readonly verified: number;
  readonly published: number;
}

/** The accounts that were registered in a week. */
export interface Cohort {
  readonly accounts: number;
  /** How many of them wrote something, in each week from their own on. */
  readonly active: readonly number[];
}

type Reached = Record<Exclude<keyof Funnel, 'visitors'>, Set<string>>;

/** Reads how people come in and whether they stay. Weeks are given by their Mondays, oldest first. */
@Injectable()
export class GrowthReader {
  private readonly visitors: ViewReader<VisitorDocument | UploadDocument>;
  private readonly cohorts: ViewReader<CohortDocument>;

  constructor(views: Views) {
    this.visitors = views.of(visitors);
    this.cohorts = views.of(cohorts);
  }

  async funnel(weeks: readonly string[]): Promise<readonly Funnel[]> {
    const [first] = weeks;
    if (first === undefined) return [];
    const counts = await countsIn(this.visitors, weeks.map(visitorsIn));
    // A photo may be claimed that its visitor uploaded in a later week than the first one.
    const claimed = (await wholeList(
      this.visitors,
      { claimedWeek: { $gte: first } },
      { claimedWeek: 1 },
    )) as Stored<UploadDocument>[];
    const uploaders = await this.visitors.getMany(claimed.map(({ visitor }) => visitor));
    const accounts = await this.cohorts.getMany(claimed.flatMap(({ accountId }) => accountId ?? []));
    const reached = new Map<string, Reached>(
      weeks.map((week) => [week, { accounts: new Set(), verified: new Set(), published: new Set() }]),
    );
    for (const { visitor, accountId, isPublished } of claimed) {
      const steps = reached.get((uploaders.get(visitor) as VisitorDocument | undefined)?.week ?? '');
      if (!steps) continue;
      steps.accounts.add(visitor);
      if (!accounts.get(accountId ?? '')?.isVerified) continue;
      steps.verified.add(visitor);
      if (isPublished) steps.published.add(visitor);
    }
    return weeks.map((week, index) => {
      const steps = reached.get(week);
      return {
        visitors: counts[index] ?? 0,
        accounts: steps?.accounts.size ?? 0,
        verified: steps?.verified.size ?? 0,
        published: steps?.published.size ?? 0,
      };
    });
  }

  async retention(weeks: readonly string[]): Promise<readonly Cohort[]> {
    const sizes = await countsIn(this.cohorts, weeks.map(sizeOf));
    return Promise.all(
      weeks.map(async (cohort, index) => ({
        accounts: sizes[index] ?? 0,
        active: await countsIn(
          this.cohorts,
          weeks.slice(index).map((week) => activeIn(week, cohort)),
        ),
      })),
    );
  }
}

/** These counts, in their order. */
async function countsIn<Document extends object>(
  view: ViewReader<Document>,
  counts: readonly Count[],
): Promise<readonly number[]> {
  const found = await view.getMany(counts.map(({ id }) => id));
  return counts.map(({ id, name }) => (found.get(id) as CountDocument | undefined)?.counts[name] ?? 0);
}
