import { Injectable } from '@nestjs/common';
import { type Standing, standingOf } from '../../domain/moderation/standing.js';
import { Clock } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { conduct, ConductReader } from '../../projections/moderation/conduct.js';
import { PatientView } from '../photos/patient-view.js';

/**
 * Finds the standing of a person. It sums up all of their posts, which only a view can. While that view is behind, frozen
 * or unavailable, the person counts as new: their posts are public, and reviewed.
 */
@Injectable()
export class Standings {
  private readonly view: PatientView;

  constructor(
    private readonly reader: ConductReader,
    private readonly clock: Clock,
    log: EventLog,
    views: ViewProgress,
  ) {
    this.view = new PatientView(log, views, conduct.name);
  }

  /** @throws EventLogUnavailableError */
  of(accountId: string): Promise<Standing> {
    return this.view.answer<Standing>(
      async () => standingOf(await this.reader.of(accountId), this.clock.now()),
      'new',
    );
  }
}
