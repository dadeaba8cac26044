import { EventEmitter } from 'node:events';
import { stopOn } from '../src/composition/run.js';
import { DEADLINES } from '../src/kernel/deadlines.js';
import { expires } from './support/expires.js';
import { TestTimer } from './support/timer.js';

describe('a signal to a server', () => {
  /** A program that notes its exit codes. */
  const programThat = (close: () => Promise<void>, leave: (() => void) | null = null) => {
    const timer = new TestTimer();
    const codes: number[] = [];
    const program = Object.assign(new EventEmitter(), { exit: (code: number) => codes.push(code) });
    stopOn(close, timer, leave, program as unknown as NodeJS.Process);
    return { timer, codes, program };
  };
  let said: string;
  beforeEach(() => {
    said = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  expires('shutdown', async () => {
    const { timer, codes, program } = programThat(() => new Promise(() => undefined));
    program.emit('SIGTERM');
    expect(codes).toEqual([]);
    await timer.advance(DEADLINES.shutdown.ms);
    expect([codes, said]).toEqual([[1], 'Some requests did not finish in time; stopped without them\n']);
  });

  it('ends it at once when it comes again, but not within two seconds, as npm repeats signals', async () => {
    const { timer, codes, program } = programThat(() => new Promise(() => undefined));
    program.emit('SIGINT');
    program.emit('SIGINT');
    await timer.advance(1999);
    program.emit('SIGINT');
    expect(codes).toEqual([]);
    await timer.advance(1);
    program.emit('SIGINT');
    expect(codes).toEqual([1]);
  });

  it('lets one of several serve for five more seconds, so that its proxy sees that it is not ready', async () => {
    const steps: string[] = [];
    const close = async () => void steps.push('close');
    const { timer, codes, program } = programThat(close, () => steps.push('leave'));
    program.emit('SIGTERM');
    expect(steps).toEqual(['leave']);
    await timer.advance(4999);
    expect([steps, codes]).toEqual([['leave'], []]);
    await timer.advance(1);
    expect([steps, codes]).toEqual([['leave', 'close'], [0]]);
  });

  it('leaves one of several as much time for its requests as the only one has', async () => {
    const { timer, codes, program } = programThat(
      () => new Promise(() => undefined),
      () => undefined,
    );
    program.emit('SIGTERM');
    await timer.advance(5000 + DEADLINES.shutdown.ms - 1);
    expect(codes).toEqual([]);
    await timer.advance(1);
    expect(codes).toEqual([1]);
  });

  it('ends it with code 0 once everything is answered, and with 1 if something was cut', async () => {
    const clean = programThat(async () => undefined);
    clean.program.emit('SIGINT');
    const cut = programThat(() => Promise.reject(new Error('1 commands of operators were cut')));
    cut.program.emit('SIGINT');
    await new Promise((resolve) => setImmediate(resolve));
    expect([clean.codes, cut.codes]).toEqual([[0], [1]]);
    expect(said).toBe('The server did not stop cleanly: Error: 1 commands of operators were cut\n');
  });
});
