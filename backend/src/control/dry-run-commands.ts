import type { INestApplicationContext } from '@nestjs/common';
import { fieldsOf } from '../api/operations/kernel-overviews.service.js';
import { EventLog } from '../kernel/event-log.js';
import { Projector } from '../kernel/views/projector.js';
import type { Difference } from '../kernel/views/compare-views.js';
import type { Trial } from '../kernel/views/trial-builds.js';
import type { OperatorCommands } from './control-socket.js';

/** How far a dry run is. */
export interface DryRunNews {
  readonly state: Trial['state'];
  readonly position: number;
  readonly events: number;
  /** The end of the log. */
  readonly head: number;
  readonly milliseconds: number;
  /** The number of documents. */
  readonly compared: number;
  /** The result, once it is ready: the number of documents that differ (null if there was nothing to compare with), and lines that say in what. */
  readonly result: { readonly differences: number | null; readonly lines: readonly string[] } | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
}

/** Tells how far a dry run is. It is asked several times a second. */
export const WATCH = 'dry-run-watch';

/**
 * The commands of operators that build a view, compare it with the live one and throw it away: `dry-run` begins,
 * {@link WATCH} returns the JSON of {@link DryRunNews}, `dry-run-end` stops it or throws it away. Each takes the name of
 * a view.
 */
export function dryRunCommands(app: INestApplicationContext): OperatorCommands {
  const projector = app.get(Projector, { strict: false });
  const log = app.get(EventLog, { strict: false });
  return {
    'dry-run': async ([view = '']) => {
      projector.trials.begin(view);
      return [];
    },
    [WATCH]: async ([view = '']) => {
      const trial = projector.trials.of(view);
      if (!trial) throw new Error(`the build of ${view} was thrown away meanwhile`);
      return [JSON.stringify(newsOf(trial, await log.head()))];
    },
    'dry-run-end': async ([view = '']) => {
      await projector.trials.discard(view);
      return [];
    },
  };
}

function newsOf(
  { state, progress, milliseconds, compared, comparison, error }: Trial,
  head: number,
): DryRunNews {
  const differences = comparison && comparison.differences;
  const result =
    state === 'ready' ? { differences, lines: comparison ? comparison.listed.map(lineOf) : [] } : null;
  return { state, ...progress, head, milliseconds, compared, result, error };
}

function lineOf(difference: Difference): string {
  const { id, live, built } = difference;
  if (built === null) return `${id}: missing in the build`;
  if (live === null) return `${id}: missing in the live view`;
  const fields = fieldsOf(difference).map((field) => `${field.field} ${field.live} -> ${field.built}`);
  return `${id}: ${fields.join(', ')}`;
}
