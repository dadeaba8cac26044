// What /health tells of a running site.
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Whether it holds within half a minute. */
export async function eventually(holds) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50))
    if (await holds()) return true;
  return false;
}

/** What is wrong with the views once they had time to reach the end of the log; null for nothing. */
export async function viewsProblem(program) {
  let wrong = [];
  const isFine = async () => {
    const { log, views } = await health(program);
    wrong = views.filter(
      ({ state, error, parked, position }) =>
        state !== 'live' || error !== null || parked > 0 || position < log.head,
    );
    return wrong.length === 0;
  };
  if (await eventually(isFine)) return null;
  return wrong
    .map(
      ({ name, state, error, parked, position }) =>
        `${name} ${state} at ${position}, ${parked} parked, ${error}`,
    )
    .join('; ');
}

/** How many events of each type are in quarantine. */
export async function quarantined(program) {
  const { quarantine } = await health(program);
  return new Map(quarantine.map(({ type, events }) => [type, events]));
}

async function health({ url }) {
  return (await fetch(`${url}/health`)).json();
}
