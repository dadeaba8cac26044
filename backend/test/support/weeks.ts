import { CommandBus } from '@nestjs/cqrs';
import { Calendar } from '../../src/domain/week/iso-week.js';
import { ClosingState } from '../../src/domain/week/closing-state.js';
import { Clock, Ids } from '../../src/kernel/clock.js';
import { History } from '../../src/kernel/history.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { EventLog } from '../../src/kernel/event-log.js';
import { PastStandings } from '../../src/projections/weekly/final-standings.js';
import { WeeklyReader } from '../../src/projections/weekly/weekly.reader.js';
import { ClockWatch } from '../../src/reactions/timers/clock-watch.js';
import { ServerClocks } from '../../src/reactions/timers/server-clocks.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import type { RunningApp } from './app.js';

/** The week closing of another server instance: on the same log, with empty caches. */
export function anotherClosing({ server }: RunningApp): WeekClosing {
  return new WeekClosing(
    server.get(CommandBus),
    server.get(WeeklyReader),
    server.get(History),
    server.get(PastStandings),
    server.get(EventLog),
    server.get(ViewProgress),
    server.get(Calendar),
    server.get(Clock),
    server.get(Ids),
    server.get(ClockWatch),
    server.get(ServerClocks),
    server.get(ClosingState),
  );
}
