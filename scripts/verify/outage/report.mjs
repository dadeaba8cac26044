// The table at the end: each promise with its figure, and whether it holds.
import { isFailure, slowest, slowestByRoute } from './measures.mjs';

/** The longest answer while a breaker is open. */
const AT_ONCE_MS = 100;
/** How H2, in which the server of the documents keeps them, fails when it compares keys in two threads at once. */
const FAULT_OF_H2 = 'Can not compare';

/**
 * Prints the table. Answers whether every promise holds.
 * @param {string[]} failures  what Footnote logged about requests that it answered with 500
 */
export function report(measures, ledger, { lost, doubled, events }, failures, print) {
  const log = measures.outagesOf('log');
  const documents = measures.outagesOf('documents');
  const outages = [...log, ...documents];
  const all = (faults, requests) => [...new Set(faults.flatMap(requests))];
  const reads = (requests) => requests.filter(({ kind }) => kind === 'read');
  const during = (fault) => measures.during(fault);
  const onceOpen = (fault) => measures.onceOpen(fault);
  const refused = (requests) => requests.filter(({ status }) => status === 503);
  const readsAtLog = reads(all(log, during));
  const readsAtDocuments = reads(all(documents, during));
  const stalls = measures.faults.filter(({ kind }) => kind === 'stall');
  const recoveries = outages.map((fault) => measures.recoveryOf(fault)).toSorted((one, other) => one - other);
  const openRefusals = refused(all(outages, onceOpen));
  const openReads = reads(all(documents, onceOpen));
  const other = readsAtDocuments.filter((request) => isFailure(request) && request.status !== 503);
  const withoutTime = refused(measures.requests).filter(
    ({ kind, hasRetryAfter }) => kind !== 'ready' && !hasRetryAfter,
  );
  const crashed = measures.requests.filter(({ status }) => status === 500).length;
  const faultsOfH2 = failures.filter((line) => line.includes(FAULT_OF_H2)).length;
  const unexpected = [...ledger.unexpected.values()].reduce((sum, count) => sum + count, 0);
  const rows = [
    ['kills and freezes of the log', log.length],
    ['kills and freezes of the documents', documents.length],
    ['stalls of up to 3 s', stalls.length],
    ['requests', measures.requests.length],
    ['events in the log', events],
    ['acknowledged writes', ledger.acknowledged],
    ['repeated requests', ledger.repeats],
    ['writes with an unknown outcome', ledger.uncertain.size],
    ['acknowledged and lost', lost.length, lost.length === 0],
    ['doubled', doubled.length, doubled.length === 0],
    ['answers that no client should get', unexpected, unexpected === 0],
    ['answers 500', crashed, crashed <= faultsOfH2],
    ['  by a fault of the server of the documents', faultsOfH2],
    ['503s once a breaker is open', openRefusals.length],
    ['  the slowest', milliseconds(slowest(openRefusals)), slowest(openRefusals) < AT_ONCE_MS],
    ...slowestByRoute(openRefusals)
      .slice(0, 3)
      .map(([route, duration]) => [`    ${route}`, milliseconds(duration)]),
    ['slowest 503 of all', milliseconds(slowest(refused(measures.requests)))],
    ['503s without Retry-After', withoutTime.length, withoutTime.length === 0],
    ['reads while the log is away', readsAtLog.length],
    ['  failed', readsAtLog.filter(isFailure).length, !readsAtLog.some(isFailure)],
    ['  the slowest', milliseconds(slowest(readsAtLog))],
    ...slowestByRoute(readsAtLog).map(([route, duration]) => [`    ${route}`, milliseconds(duration)]),
    ['  the slowest once the breaker is open', milliseconds(slowest(reads(all(log, onceOpen))))],
    ['reads while the documents are away', readsAtDocuments.length],
    ['  failed otherwise than by 503', other.length, other.length === 0],
    ['  the slowest', milliseconds(slowest(readsAtDocuments))],
    [
      '  the slowest once the breaker is open',
      milliseconds(slowest(openReads)),
      slowest(openReads) < AT_ONCE_MS,
    ],
    ['errors through stalls', measures.failuresInStalls().length, measures.failuresInStalls().length === 0],
    ['return of a server to the first write, median', milliseconds(recoveries[recoveries.length >> 1])],
    ['  the longest', milliseconds(recoveries.at(-1)), Number.isFinite(recoveries.at(-1))],
  ];
  print('');
  for (const [name, figure, holds] of rows) {
    const verdict = holds === undefined ? '' : holds ? '  ok' : '  FAILED';
    print(`${name.padEnd(48)}${String(figure).padStart(9)}${verdict}`);
  }
  const examples = [
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...[...ledger.unexpected].map(([line, count]) => `unexpected, ${count} times: ${line}`),
    ...readsAtLog
      .filter(isFailure)
      .map(({ what, status }) => `failed while the log was away: ${what}: ${status}`),
    ...measures
      .failuresInStalls()
      .map(
        ({ what, status, reason, began, ended }) =>
          `failed through a stall: ${what}: ${status} after ${milliseconds(ended - began)} ${reason}`,
      ),
    ...withoutTime.map(({ what }) => `without Retry-After: ${what}`),
    ...failures.filter((line) => !line.includes(FAULT_OF_H2)).map((line) => `500: ${line.slice(0, 1500)}`),
  ];
  for (const line of examples.slice(0, 40)) print(line);
  return rows.every(([, , holds]) => holds !== false);
}

function milliseconds(value) {
  return `${Number.isFinite(value) ? Math.round(value) : 'no'} ms`;
}
