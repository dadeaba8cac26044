// The table at the end: each promise with its figure, and whether it holds.
import { slowest } from '../outage/measures.mjs';

const TAKEOVER_MS = 10_000;
const ERASED_MS = 1000;
const NOT_SHOWN =
  'This could not show elections of MongoDB, real clusters of EventStoreDB, a real network, and more than one machine.';

/** Prints the table. Answers whether every promise holds. */
export function report({ world, problems, found, faults, upgrades, moderation, instances, mails }) {
  const { ledger, measures, stale, leaks } = world;
  const { lost, doubled, events, books } = found;
  const unexpected = [...ledger.unexpected].map(([line, count]) => `unexpected, ${count} times: ${line}`);
  const crashes = instances.flatMap((instance) => instance.crashes);
  const calm = stale.filter(({ at }) => !faults.covers(at));
  const wrongGrants = [...books.wrongGrants, ...books.parked.map((event) => JSON.stringify(event))];
  const longest = (name) => Math.max(0, ...faults.past.map((fault) => fault[name]));
  const none = (list) => [list.length, list.length === 0];
  const within = (milliseconds, limit) => [`${Math.round(milliseconds)} ms`, milliseconds <= limit];
  const served = measures.requests.filter(({ status }) => status > 0 && status < 500);
  const rows = [
    ['stories and routes that do not hold', ...none(problems)],
    ['faults', faults.past.length],
    ['requests', measures.requests.length],
    ['  not served', measures.requests.length - served.length],
    ['  the slowest that was served', `${Math.round(slowest(served))} ms`],
    ['events in the log', events],
    ['acknowledged writes', ledger.acknowledged],
    ['repeated requests', ledger.repeats],
    ['acknowledged and lost', ...none(lost)],
    ['doubled', ...none(doubled)],
    ['answers that nobody expects', ...none(unexpected)],
    ['reads of what was just written', world.readsAfterWrites],
    ['  stale', ...none(calm)],
    ['  stale while no process folded the views', stale.length - calm.length],
    ['hidden, removed or erased', moderation.hidden],
    ['  looks at a page a second later', world.looks],
    ['  still shown', ...none(leaks)],
    [
      '  the longest that an erased person was seen',
      ...within(Math.max(0, ...moderation.erasures), ERASED_MS),
    ],
    ['requests during an upgrade and back', upgrades.requests.length],
    ['  failed', ...none(upgrades.failed)],
    ['  left unanswered by one process', upgrades.unanswered],
    ['  the slowest', `${Math.round(slowest(upgrades.requests))} ms`],
    ['  stale reads', upgrades.stale.length],
    ['  assets that were asked for', upgrades.asked],
    ['  builds that pages were of', upgrades.builds, upgrades.builds === (upgrades.past.length > 0 ? 2 : 0)],
    ['  assets that were not there', ...none(upgrades.missing)],
    ['until another process is active, the longest', ...within(longest('active'), TAKEOVER_MS)],
    ['until the views move again, the longest', ...within(longest('moved'), TAKEOVER_MS)],
    ['processes that did not end or did not take over', ...none(faults.problems)],
    ['processes that ended unasked', ...none(crashes)],
    ['mails by Message-ID', mails.all],
    ['  sent twice, as a takeover may', mails.repeated],
    ['  sent more often', ...none(mails.tooMany)],
    ['  missing', ...none(mails.missing)],
    ['  the longest that one took', `${Math.round(world.longestMailMs / 1000)} s`],
    ['payments', world.paid],
    ['  confirmed', books.confirmed, books.confirmed === world.paid],
    ['  not granted exactly once', ...none(wrongGrants)],
  ];
  console.log('');
  for (const [name, figure, holds] of rows) {
    const verdict = holds === undefined ? '' : holds ? '  ok' : '  FAILED';
    console.log(`${name.padEnd(50)}${String(figure).padStart(9)}${verdict}`);
  }
  const examples = [
    ...problems,
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...unexpected,
    ...calm.map(({ what }) => `stale: ${what}`),
    ...leaks,
    ...upgrades.failed,
    ...upgrades.missing,
    ...faults.problems,
    ...crashes,
    ...mails.tooMany,
    ...mails.missing.map((email) => `no mail: ${email}`),
    ...wrongGrants.map((line) => `not granted once: ${line}`),
  ];
  for (const line of examples.slice(0, 40)) console.log(line);
  console.log(`\n${NOT_SHOWN}`);
  return rows.every(([, , holds]) => holds !== false);
}
