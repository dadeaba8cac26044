import { type DryRunNews, WATCH } from '../control/dry-run-commands.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { Ask } from './operate.js';

const EVERY_MS = 300;
const BAR = 30;

/**
 * Builds a view beside the live one, compares both, prints the differences and throws the build away, also after Ctrl-C.
 * Differences set the exit code to 1. Shows the progress on a terminal.
 */
export async function dryRun(view: string, ask: Ask): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop);
  await ask({ command: 'dry-run', names: [view] });
  try {
    const result = await watched(view, ask, stopping.signal);
    if (result) tell(view, result);
    else process.exitCode = 1;
  } finally {
    await ask({ command: 'dry-run-end', names: [view] });
    process.off('SIGINT', stop);
  }
}

/** Returns the result; null if it failed or was stopped. */
async function watched(view: string, ask: Ask, stopping: AbortSignal): Promise<DryRunNews['result']> {
  const isTerminal = process.stderr.isTTY;
  try {
    for (;;) {
      const [line = ''] = await ask({ command: WATCH, names: [view] });
      const news = JSON.parse(line) as DryRunNews;
      if (isTerminal) process.stderr.write(`\r${progressOf(news).padEnd(process.stderr.columns - 1)}`);
      if (news.state === 'failed')
        process.stderr.write(`The build failed: ${news.error ?? 'unknown reason'}\n`);
      if (news.result || news.state === 'failed') return news.result;
      await new SystemTimer().pause(EVERY_MS, stopping);
      if (stopping.aborted) return null;
    }
  } finally {
    if (isTerminal) process.stderr.write('\n');
  }
}

/** The bar, and how long it will take. */
export function progressOf({ state, position, events, head, milliseconds, compared }: DryRunNews): string {
  if (state === 'waiting') return 'waiting for other builds';
  if (state === 'comparing' || state === 'ready') return `${compared} documents compared`;
  const part = head === 0 ? 1 : Math.min(1, position / head);
  const filled = Math.round(part * BAR);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
  if (position === 0 || milliseconds === 0) return bar;
  const rate = Math.round(events / (milliseconds / 1000));
  const left = Math.ceil((milliseconds * (1 / part - 1)) / 1000);
  return `${bar}, ${rate} events/s, ${left} s left`;
}

function tell(view: string, { differences, lines }: NonNullable<DryRunNews['result']>): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (differences !== null && differences > lines.length) {
    process.stdout.write(`The first ${lines.length} are listed.\n`);
  }
  process.stdout.write(
    differences === null
      ? `${view} can be built. There is no live view to compare it with.\n`
      : `${view}: ${differences} documents differ. Nothing was changed.\n`,
  );
  if (differences !== 0 && differences !== null) process.exitCode = 1;
}
