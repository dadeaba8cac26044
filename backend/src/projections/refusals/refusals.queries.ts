import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { REFUSALS_A_DAY, type RefusalsDocument, refusals } from './refusals.projection.js';

const DAY = 86_400_000;

/**
 * Until when none of `uploaders`, accounts and addresses, may upload, because one of them had three refusals within 24
 * hours; null if they may.
 */
export class UploadsBlockedUntil extends Query<Date | null> {
  constructor(
    readonly uploaders: readonly string[],
    readonly now: Date,
  ) {
    super();
  }
}

@QueryHandler(UploadsBlockedUntil)
export class UploadsBlockedUntilHandler implements IQueryHandler<UploadsBlockedUntil> {
  private readonly refusals: ViewReader<RefusalsDocument>;

  constructor(@Inject(Views) views: Views) {
    this.refusals = views.of(refusals);
  }

  async execute({ uploaders, now }: UploadsBlockedUntil) {
    const found = await this.refusals.getMany(uploaders);
    const until = [...found.values()]
      .map(({ times }) => blockedUntil(times))
      .filter((end) => end > now.getTime());
    return until.length > 0 ? new Date(Math.max(...until)) : null;
  }
}

/** A day after the refusal that made it three within 24 hours; 0 when there were fewer. */
function blockedUntil(times: readonly string[]): number {
  const latest = times[0];
  const earliest = times[REFUSALS_A_DAY - 1];
  if (!latest || !earliest) return 0;
  return Date.parse(latest) - Date.parse(earliest) < DAY ? Date.parse(latest) + DAY : 0;
}
