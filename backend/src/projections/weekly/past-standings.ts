import { Injectable } from '@nestjs/common';
import type { Standing } from '../../domain/week/week.js';
import type { Position } from '../../kernel/event-log.js';
import { PastViews, type PastWatch } from '../../kernel/past-views.js';
import { leaderboard } from '../leaderboard/leaderboard.js';
import { finalStandings } from './final-standings.js';

/** Counts weeks again, from the log as it was. */
@Injectable()
export class PastStandings {
  constructor(private readonly views: PastViews) {}

  /** How often erasures have thrown recounts away. */
  get erasures(): number {
    return this.views.erasures;
  }

  /** The standings of a week by the events before a position. @throws Error when it failed or was stopped */
  of(week: string, before: Position, watch?: PastWatch): Promise<readonly Standing[]> {
    return this.views.read(leaderboard, before, (board) => finalStandings(board, week), watch);
  }
}
