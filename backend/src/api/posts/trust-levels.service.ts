import { Injectable } from '@nestjs/common';
import { type TrustLevel, trustLevelOf } from '../../domain/moderation/trust-level.js';
import { Clock } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { trustFacts, TrustFactsReader } from '../../projections/moderation/trust-facts.js';
import { CurrentView } from '../photos/await-view-current.js';

/**
 * Finds the standing of a person. It sums up all of their posts, which only a view can. While that view is behind, frozen
 * or unavailable, the person counts as new: their posts are public, and reviewed.
 */
@Injectable()
export class Standings {
  private readonly view: CurrentView;

  constructor(
    private readonly reader: TrustFactsReader,
    private readonly clock: Clock,
    log: EventLog,
    views: ViewProgress,
  ) {
    this.view = new CurrentView(log, views, trustFacts.name);
  }

  /** @throws EventLogUnavailableError */
  of(accountId: string): Promise<TrustLevel> {
    return this.view.answer<TrustLevel>(
      async () => trustLevelOf(await this.reader.of(accountId), this.clock.now()),
      'new',
    );
  }
}
