import { setImmediate as nextTurn } from 'node:timers/promises';
import { causedBy, systemRun } from '../../src/kernel/causation.js';
import { type EventLog, EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { ReadsWithTimeout } from '../../src/kernel/log-read-timeout.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { TestTimer } from '../support/timer.js';

describe('the reads of the log for requests', () => {
  let asked: number;
  let answer: ReturnType<typeof Promise.withResolvers<number>>;
  let timer: TestTimer;
  let reads: ReadsWithTimeout;

  beforeEach(() => {
    asked = 0;
    answer = Promise.withResolvers();
    timer = new TestTimer();
    const log = {
      head: () => {
        asked += 1;
        return answer.promise;
      },
    };
    reads = new ReadsWithTimeout(log as unknown as EventLog, timer);
  });

  const showing = () => causedBy({ ...systemRun('test', '1'), isRead: true }, () => reads.head());
  const deciding = () => causedBy(systemRun('test', '1'), () => reads.head());

  /** Shows something whose read is given up, and has patience again. */
  const giveUp = async () => {
    const given = showing();
    await Promise.all([
      expect(given).rejects.toThrow(EventLogUnavailableError),
      timer.advance(DEADLINES['log for a read'].ms),
    ]);
  };

  it('answer what the log answers in time', async () => {
    const read = showing();
    answer.resolve(7);
    expect(await read).toBe(7);
    // Its time is over only now, and later reads still ask the log.
    await timer.advance(DEADLINES['log for a read'].ms);
    expect(await showing()).toBe(7);
    expect(asked).toBe(2);
  });

  it('pass on the failure of the log', async () => {
    answer.reject(new RangeError('no such position'));
    await expect(showing()).rejects.toThrow('no such position');
    answer = Promise.withResolvers();
    answer.resolve(3);
    expect(await showing()).toBe(3);
  });

  expires('log for a read', async () => {
    await giveUp();
    await expect(showing()).rejects.toThrow(EventLogUnavailableError);
    expect(asked).toBe(1);
    answer.resolve(5);
    await nextTurn();
    expect(await showing()).toBe(5);
  });

  it('are asked again when the log has refused the one that was given up', async () => {
    await giveUp();
    answer.reject(new EventLogUnavailableError('no answer'));
    await nextTurn();
    answer = Promise.withResolvers();
    answer.resolve(9);
    expect(await showing()).toBe(9);
  });

  it('wait as long as the log for a decision', async () => {
    await giveUp();
    const read = deciding();
    await timer.advance(DEADLINES['log for a read'].ms);
    expect(asked).toBe(2);
    answer.resolve(4);
    expect(await read).toBe(4);
  });
});
