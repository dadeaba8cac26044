import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { EventLogUnavailableError, WrongExpectedRevisionError } from '../../src/kernel/event-log.js';
import { AppendCall } from '../../src/infrastructure/event-log/eventstore/eventstore-append-call.js';
import { openClient, release } from '../../src/infrastructure/event-log/eventstore/eventstore-client.js';
import { proposalOf } from '../../src/infrastructure/event-log/eventstore/eventstore-events.js';
import type { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import type { BatchRejection } from '../support/eventstore/faults.js';
import { newEvent, useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { TestTimer } from '../support/timer.js';

const MANY = 64;
const LIMIT_MS = DEADLINES['EventStoreDB answer'].ms;
const KILOBYTE = 1024;
const folder = useFolder();

describe('the appends of EventStoreEventLog', () => {
  const logs = useLogsOnStandIn();

  const calls = (kind: string) => logs.server.calls.get(kind) ?? 0;
  /** Appends to many streams at once. */
  const appendMany = (log: EventStoreEventLog, count = MANY) =>
    Array.from({ length: count }, (_, index) => log.append(`many-${index}`, 'noStream', [newEvent()]));
  const writtenOnce = (count = MANY) => {
    for (let index = 0; index < count; index += 1) {
      expect(logs.server.database.stream(`many-${index}`)).toHaveLength(1);
    }
  };

  it('matches answers to appends, in whatever order they come', async () => {
    const log = logs.open();
    await log.append('a-1', 'noStream', [newEvent()]);
    await log.append('a-2', 'noStream', [newEvent(), newEvent()]);
    logs.server.faults.reversedAnswers = 3;
    const answers = await Promise.all([
      log.append('a-1', 0, [newEvent()]),
      log.append('a-2', 1, [newEvent()]),
      log.append('a-3', 'noStream', [newEvent()]),
    ]);
    expect(answers.map(({ revision }) => revision)).toEqual([1, 2, 0]);
    expect(answers.map(({ position }) => position)).toEqual(
      ['a-1', 'a-2', 'a-3'].map((stream) => logs.server.database.stream(stream)?.at(-1)?.position),
    );
  });

  it('reads the position of an append that the server leaves out', async () => {
    logs.server.faults.leavesOutPositions = true;
    const { position } = await logs.open().append('a-1', 'noStream', [newEvent()]);
    expect(position).toBe(logs.server.database.stream('a-1')?.[0]?.position);
  });

  it.each([
    ['the server ends the call', () => (logs.server.faults.endCallAfterCommit = 1)],
    ['the connection is cut', () => (logs.server.faults.cutAfterCommit = 1)],
  ])('repeats all appends in progress when %s, and writes each once', async (_, harm) => {
    const log = logs.open();
    await log.append('a-1', 'noStream', [newEvent()]);
    harm();
    const answers = await Promise.all(appendMany(log));
    expect(answers.map(({ revision }) => revision)).toEqual(answers.map(() => 0));
    writtenOnce();
    expect(calls('batchCall')).toBe(2);
  });

  it('counts the end of a call as one failure, however many appends it carried', async () => {
    const log = logs.open({ failuresOfAClient: 2, leastClientMs: 0 });
    await log.append('a-1', 'noStream', [newEvent()]);
    const { connections } = logs.server;
    logs.server.faults.endCallAfterCommit = 1;
    await Promise.all(appendMany(log));
    expect(logs.server.connections).toBe(connections);
  });

  it('tells an append that was written without an answer from a conflict', async () => {
    const events = [newEvent()];
    logs.server.faults.silentBatchCalls = 2;
    const appended = logs.open().append('a-1', 'noStream', events);
    await logs.server.database.written('a-1');
    await Promise.all([
      expect(appended).rejects.toBeInstanceOf(EventLogUnavailableError),
      logs.timer.advance(LIMIT_MS),
    ]);
    const log = logs.open();
    await log.append('a-1', 0, [newEvent()]);
    expect((await log.append('a-1', 'noStream', events)).revision).toBe(0);
    const conflict = await log.append('a-1', 'noStream', [newEvent()]).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(WrongExpectedRevisionError);
    expect(conflict).toMatchObject({ stream: 'a-1', expected: 'noStream', actual: 1 });
    expect(logs.server.database.stream('a-1')).toHaveLength(2);
  });

  it('leaves a call that answers nothing for a new one, over the same connection', async () => {
    const log = logs.open({ failuresOfAClient: Number.POSITIVE_INFINITY });
    await log.head();
    const { connections } = logs.server;
    logs.server.faults.silentBatchCalls = 1;
    const appended = log.append('a-1', 'noStream', [newEvent()]);
    await logs.server.database.written('a-1');
    // The first attempt may take 70 percent of the time.
    await logs.timer.advance(0.7 * LIMIT_MS);
    expect((await appended).revision).toBe(0);
    expect(logs.server.connections).toBe(connections);
    expect(calls('batchCall')).toBe(2);
    expect(logs.server.database.stream('a-1')).toHaveLength(1);
  });

  it.each<[BatchRejection, object]>([
    ['accessDenied', { name: 'EventLogUnavailableError', message: expect.stringContaining('denies access') }],
    ['streamDeleted', { type: 'stream-deleted' }],
    ['badRequest', { type: 'invalid-argument', message: 'a fault of the stand-in' }],
    ['eventTooLarge', { type: 'invalid-argument', message: 'MaximumAppendEventSizeExceeded' }],
  ])('fails alone and without a retry: %s', async (rejection, error) => {
    const log = logs.open();
    logs.server.faults.batchRejections.set('bad-1', rejection);
    const [bad, ...good] = await Promise.allSettled([
      log.append('bad-1', 'noStream', [newEvent()]),
      ...appendMany(log),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: error });
    expect(good.map(({ status }) => status)).toEqual(good.map(() => 'fulfilled'));
    expect(Object.fromEntries(logs.server.calls)).toEqual({ batchCall: 1, batchAppend: MANY + 1 });
  });

  it.each<BatchRejection>(['timeout', 'notReady'])(
    'repeats an append that may be accepted later: %s',
    async (rejection) => {
      const log = logs.open();
      logs.server.faults.batchRejections.set('a-1', rejection);
      const appended = log.append('a-1', 'noStream', [newEvent()]);
      await logs.server.calls.atLeast(2, 'batchAppend');
      logs.server.faults.batchRejections.clear();
      expect((await appended).revision).toBe(0);
      expect(calls('batchCall')).toBe(1);
    },
  );

  it.each([
    ['the server', 1024],
    ['its gRPC', 5 * 1024],
  ])('rejects an append that is too large for %s, and no other', async (_, kilobytes) => {
    const log = logs.open();
    const large = newEvent({ text: 'x'.repeat(kilobytes * KILOBYTE) });
    const [tooLarge, ...others] = await Promise.allSettled([
      log.append('large-1', 'noStream', [large]),
      ...appendMany(log),
    ]);
    expect(tooLarge).toMatchObject({
      status: 'rejected',
      reason: new RangeError('an append to large-1 is larger than the server accepts'),
    });
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 'fulfilled'));
    expect(calls('batchCall')).toBe(1);
  });

  it('appends as much as the server accepts', async () => {
    const large = newEvent({ text: 'x'.repeat(KILOBYTE * KILOBYTE - 20) });
    expect((await logs.open().append('large-1', 'noStream', [large])).revision).toBe(0);
    expect(Object.fromEntries(logs.server.calls)).toEqual({ batchCall: 1, append: 1 });
  });

  it('appends with single calls to a server that has no batches', async () => {
    logs.server.faults.lacksBatches = true;
    const log = logs.open();
    await Promise.all(appendMany(log));
    writtenOnce();
    await expect(log.append('many-0', 'noStream', [newEvent()])).rejects.toBeInstanceOf(
      WrongExpectedRevisionError,
    );
    expect(Object.fromEntries(logs.server.calls)).toEqual({ batchRefused: 1, append: MANY + 1 });
  });

  it('completes all appends in progress when closed', async () => {
    const log = logs.open();
    const appended = appendMany(log);
    await log.close();
    expect(await Promise.all(appended)).toHaveLength(MANY);
    await expect(log.append('a-1', 'noStream', [newEvent()])).rejects.toBeInstanceOf(
      EventLogUnavailableError,
    );
  });

  it('closes in time when the server does not answer', async () => {
    const log = logs.open();
    logs.server.faults.freeze();
    const appended = Promise.allSettled(appendMany(log));
    const closed = log.close();
    await logs.timer.advance(LIMIT_MS);
    await closed;
    const unavailable = { status: 'rejected', reason: expect.any(EventLogUnavailableError) };
    expect(await appended).toEqual(Array.from({ length: MANY }, () => unavailable));
  });

  it('authenticates over TLS', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'log.test' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const file = path.join(folder, 'ca.pem');
    await writeFile(file, cert);
    const secure = await EventStoreStandIn.start({ key, cert });
    try {
      secure.faults.authorization = `Basic ${Buffer.from('writer:right').toString('base64')}`;
      const url = (password: string) =>
        `esdb://writer:${password}@localhost:${secure.port}?tls=true&tlsCAFile=${encodeURIComponent(file)}`;
      expect((await logs.open({}, url('right')).append('a-1', 'noStream', [newEvent()])).revision).toBe(0);
      await expect(logs.open({}, url('wrong')).append('a-1', 0, [newEvent()])).rejects.toThrow(
        'the event log denies access: appending to a-1',
      );
      expect(Object.fromEntries(secure.calls)).toEqual({ batchCall: 1, batchAppend: 1, batchRefused: 1 });
    } finally {
      await secure.stop();
    }
  });
});

describe('a call of appends', () => {
  let server: EventStoreStandIn;
  let proxy: TcpProxy;
  let call: AppendCall;
  let client: ReturnType<typeof openClient>;
  let timer: TestTimer;
  const retirement = new AbortController();
  beforeEach(async () => {
    timer = new TestTimer();
    server = await EventStoreStandIn.start();
    proxy = await TcpProxy.before(server.port);
    client = openClient(`esdb://127.0.0.1:${proxy.port}?tls=false`, 0);
    call = new AppendCall({ client, retired: retirement.signal, timer });
  });
  afterEach(async () => {
    server.faults.thaw();
    await release(client);
    await proxy.close();
    await server.stop();
  });

  const append = (stream: string, milliseconds: number, text = '') =>
    call.append({ stream, expected: 'noStream', events: [proposalOf(newEvent({ text }))] }, milliseconds);

  it('ignores an answer that comes after the deadline of its append', async () => {
    await append('first-1', LIMIT_MS);
    server.faults.freeze();
    const patient = append('patient-1', LIMIT_MS);
    const hasty = append('hasty-1', 20);
    await Promise.all([expect(hasty).rejects.toThrow('no answer in 20 ms'), timer.advance(20)]);
    server.faults.thaw();
    expect((await patient).revision).toBe(0);
    await server.database.written('hasty-1');
    expect(call.isUsable).toBe(false);
  });

  it('does not send an append whose deadline passed while it waited for the connection', async () => {
    const hasty = 200;
    await append('first-1', LIMIT_MS);
    proxy.freeze();
    const patient = append('patient-1', LIMIT_MS);
    const text = 'x'.repeat(20 * KILOBYTE);
    const given = Array.from({ length: hasty }, (_, index) => append(`hasty-${index}`, 50, text));
    const over = Promise.allSettled(given);
    await timer.advance(50);
    expect(new Set((await over).map(({ status }) => status))).toEqual(new Set(['rejected']));
    await proxy.heal();
    await patient;
    await append('last-1', LIMIT_MS);
    expect(server.calls.get('batchAppend')).toBeLessThan(hasty / 2);
  });

  it('rejects its appends, and takes no more, when its client is replaced', async () => {
    await append('first-1', LIMIT_MS);
    server.faults.freeze();
    const pending = append('a-1', LIMIT_MS);
    retirement.abort(new Error('replaced'));
    await expect(pending).rejects.toThrow('replaced');
    expect(call.isUsable).toBe(false);
    await expect(append('a-2', LIMIT_MS)).rejects.toThrow('replaced');
  });
});
