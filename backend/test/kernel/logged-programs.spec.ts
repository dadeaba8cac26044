import { RandomIds, SystemClock } from '../../src/infrastructure/clock/system-clock.js';
import { catalogue } from '../../src/domain/events.js';
import type { Catalogue } from '../../src/kernel/event.js';
import { kernelEvents } from '../../src/kernel/kernel-events.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { IDENTITY_STREAM } from '../../src/kernel/log/identity-stream.js';
import { LogIdentity } from '../../src/kernel/log/log-identity.js';
import { NewerProgramError } from '../../src/kernel/log/logged-programs.js';
import { useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('a log knows the programs that used it', () => {
  const plans = { ...catalogue, PostFramed: catalogue.PostDeleted };
  const older = { ...catalogue, PostPublished: { ...catalogue.PostPublished, version: 0 } };
  /** The start of a program with these events. */
  const start = (events: Catalogue, version: string, isForced = false, place: string | null = null) => {
    const { storage } = testKernel;
    const codec = new EventCodec(storage.keys, events, storage.quarantine);
    const parts = { ...storage, codec, clock: new SystemClock(), ids: new RandomIds() };
    return new LogIdentity(parts, { version, isForced }).establish([], place);
  };
  const types = async () => (await testKernel.storage.log.readAll(0, 100)).map(({ type }) => type);
  const upgrades = async () =>
    (await testKernel.storage.log.readStream(IDENTITY_STREAM))
      .filter(({ type }) => type === 'ProgramUpgraded')
      .map(({ data }) => data as { program: string; versions: Record<string, number> });

  it('and records what each may write that none before it did', async () => {
    await start(older, '1.0.0');
    await start(older, '1.0.1');
    const [first, ...none] = await upgrades();
    expect(first).toMatchObject({ program: '1.0.0', versions: { LogCreated: 1, Liked: 1 } });
    expect(Object.keys(first?.versions ?? {})).toHaveLength(
      Object.keys({ ...kernelEvents, ...older }).length - 1,
    );
    expect(none).toEqual([]);
    await start(plans, '1.1.0');
    await start(plans, '1.1.0');
    expect((await upgrades()).slice(1)).toEqual([
      { program: '1.1.0', versions: { PostPublished: 1, PostFramed: 1 } },
    ]);
  });

  it('and does not record what one only reads: the next release writes it', async () => {
    const announced = { ...catalogue, PostFramed: { ...catalogue.PostDeleted, isOnlyRead: true as const } };
    await start(announced, '1.1.0');
    await start(catalogue, '1.0.0');
    await start(plans, '1.2.0');
    await expect(start(catalogue, '1.0.0')).rejects.toThrow(NewerProgramError);
    await start(announced, '1.1.0');
  });

  it.each([
    ['types', plans, catalogue, 'PostFramed 1'],
    ['versions', catalogue, older, 'PostPublished 1'],
  ])('and refuses one that does not know their %s, and changes nothing', async (_, newer, own, what) => {
    await start(own, '1.0.0');
    await start(newer, '1.1.0');
    await start({ ...newer }, '1.2.0');
    const before = await types();
    const message =
      `This log needs Footnote 1.1.0 or later, and this is 1.0.0: it cannot read the events ${what}. Nothing was changed. ` +
      'To have such events in quarantine all the same, start the server with --force';
    await expect(start(own, '1.0.0')).rejects.toThrow(NewerProgramError);
    await expect(start(own, '1.0.0', false, '/data on one')).rejects.toThrow(message);
    expect(await types()).toEqual(before);
    await start(own, '1.0.0', true);
    expect(await types()).toEqual(before);
  });

  it('also where two of them start at once', async () => {
    await start(older, '1.0.0');
    await Promise.all([
      start(plans, '1.1.0'),
      start({ ...older, PostNamed: catalogue.PostDeleted }, '1.1.1', true),
    ]);
    const known = (await upgrades()).flatMap(({ versions }) => Object.keys(versions));
    expect(known).toEqual(expect.arrayContaining(['PostFramed', 'PostNamed', 'PostPublished']));
  });
});
