import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder } from '../../src/kernel/views/projector.js';
import { gate } from '../support/gate.js';
import { looseProjection, useKernel } from '../support/test-kernel.js';
import { textsIn } from '../support/leftovers.js';

interface Card {
  readonly email: string;
  readonly bio: string;
  readonly changes: number;
}

const BAD = 'a bio that breaks the fold';
const PEOPLE = 600;
const MARK = /mark-[0-9a-f]{8}/g;

/** Shows a card as long as its person can be read. It handles deletions, or not. */
const cards = (name: string, on: 'deletions' | 'no deletions', version = 1) =>
  looseProjection<Card>({
    name,
    version,
    indexes: [{ fields: { email: 1 } }],
    on: {
      AccountRegistered: {
        ids: ({ data }) => [String(data['accountId'])],
        fold: (_, { data: { email } }) =>
          typeof email === 'string' ? { email, bio: email.repeat(20), changes: 0 } : null,
      },
      ProfileChanged: {
        ids: ({ data }) => [String(data['accountId'])],
        fold: (card, { data: { bio } }) => {
          if (bio === BAD) throw new Error(`can't fold ${String(card?.email)}`);
          return card && { ...card, bio: String(bio), changes: card.changes + 1 };
        },
      },
      ...(on === 'deletions' && {
        AccountDeleted: { ids: ({ data }) => [String(data['accountId'])], fold: () => null },
      }),
    },
  });

const testKernel = useKernel();

describe('a scrub', () => {
  const markOf = (person: number) => `mark-${person.toString(16).padStart(8, '0')}`;
  const register = (person: number) => {
    const accountId = `account-${person}`;
    return testKernel.write(accountId, 'AccountRegistered', {
      accountId,
      email: `${markOf(person)}@example.org`,
      emailHash: 'hash',
      username: `name-${markOf(person)}`,
      passwordHash: 'argon',
    });
  };
  const describeOneself = (person: number, bio: string) => {
    const accountId = `account-${person}`;
    const data = { accountId, displayUsername: null, bio, socialLinks: null };
    return testKernel.write(accountId, 'ProfileChanged', data);
  };
  const erase = async (person: number) => {
    const accountId = `account-${person}`;
    await testKernel.write(accountId, 'AccountDeleted', { accountId, emailHash: 'hash', pictureId: null });
    await testKernel.storage.keys.destroy(accountId);
  };
  const marksLeft = async () =>
    new Set((await textsIn(testKernel.dataDir)).flatMap((text) => text.match(MARK) ?? []));
  const marksOf = (people: readonly number[]) => new Set(people.map(markOf));
  const everyone = Array.from({ length: PEOPLE }, (_, person) => person);
  const erased = everyone.filter((person) => person % 5 === 0);
  const others = everyone.filter((person) => person % 5 !== 0);

  it('leaves no byte of erased people in any file, and all data of the others', async () => {
    const views = [cards('handling', 'deletions'), cards('ignoring', 'no deletions')];
    const first = testKernel.projector(views);
    await first.projector.start();
    for (const person of everyone) await register(person);
    for (const person of everyone) await describeOneself(person, `${markOf(person)} `.repeat(person % 90));
    // Generations for a rollback, one that was never completed, and a view that the program no longer has.
    await first.projector.rebuild(['handling', 'ignoring']);
    await buildViews(
      testKernel.storage,
      [{ projection: cards('handling', 'deletions'), generation: 'v9-1' }],
      () => undefined,
    );
    await buildViews(
      testKernel.storage,
      [{ projection: cards('gone', 'deletions'), generation: 'v1-1' }],
      () => undefined,
    );
    await testKernel.storage.store.flip('gone', null, 'v1-1');
    await writeFile(path.join(testKernel.dataDir, 'views', 'gone_v0-1.db-wal'), markOf(0));
    // A parked document gets no later event, not even its deletion.
    await describeOneself(0, BAD);
    expect(await first.projector.views.reached(await describeOneself(1, BAD), 'gathered view')).toBe(true);
    expect(await marksLeft()).toEqual(marksOf(everyone));

    for (const person of erased) await erase(person);
    await first.projector.scrub();
    expect(await marksLeft()).toEqual(marksOf(others));
    expect((await testKernel.storage.store.generations('gone')).length).toBe(0);

    // It continues from here, and after another start.
    const late = await describeOneself(2, 'late');
    expect(await first.projector.views.reached(late, 'gathered view')).toBe(true);
    await first.projector.stop();
    const second = testKernel.projector(views);
    await second.projector.start();
    for (const view of views) {
      expect(await second.views.of(view).get('account-2')).toMatchObject({ bio: 'late' });
      expect(await second.views.of(view).get('account-5')).toBeNull();
      expect(await second.views.of(view).count({})).toBe(others.length);
    }
    await second.projector.stop();
    expect(await marksLeft()).toEqual(marksOf(others));
  });

  it('waits for a build that read people before they were erased', async () => {
    await register(0);
    await register(1);
    const stages: string[] = [];
    const [read, held] = [gate(), gate()];
    const build: Builder = async (builds) => {
      await buildViews(testKernel.storage, builds, () => undefined);
      stages.push('read');
      read.open();
      if (stages.length === 1) await held.opened;
    };
    const { projector, views } = testKernel.projector([cards('ignoring', 'no deletions')], build);
    await projector.start();
    const rebuilt = projector.rebuild(['ignoring']);
    await read.opened;
    await erase(0);
    const scrubbed = projector.scrub().then(() => stages.push('scrubbed'));
    // Enough time for a scrub that does not wait.
    for (let turn = 0; turn < 2000; turn += 1) await nextTurn();
    stages.push('released');
    held.open();
    await rebuilt;
    await scrubbed;
    expect(stages).toEqual(['read', 'released', 'read', 'scrubbed']);
    expect(await views.of(cards('ignoring', 'no deletions')).count({})).toBe(1);
    expect(await marksLeft()).toEqual(marksOf([1]));
    await projector.stop();
  });

  it('is not reported as done when a build failed, and can be tried again', async () => {
    let isBroken = true;
    const build: Builder = (builds) =>
      isBroken
        ? Promise.reject(new Error('no room'))
        : buildViews(testKernel.storage, builds, () => undefined);
    const registered = await register(0);
    const { projector } = testKernel.projector([cards('ignoring', 'no deletions')], build);
    await projector.start();
    // Read with the key: otherwise there would be nothing to scrub.
    expect(await projector.views.reached(registered, 'gathered view')).toBe(true);
    await erase(0);
    await expect(projector.scrub()).rejects.toThrow('no room');
    expect(await marksLeft()).toEqual(marksOf([0]));
    isBroken = false;
    await projector.scrub();
    expect(await marksLeft()).toEqual(new Set());
    expect(projector.health()).toMatchObject([{ state: 'live' }]);
    await projector.stop();
  });

  it('is not reported as done when the projector was stopped before it ended', async () => {
    await register(0);
    let stop: () => Promise<void> = () => Promise.resolve();
    const build: Builder = async (builds) => {
      await buildViews(testKernel.storage, builds, () => undefined);
      await stop();
    };
    const { projector } = testKernel.projector([cards('ignoring', 'no deletions')], build);
    await projector.start();
    stop = () => projector.stop();
    await erase(0);
    await expect(projector.scrub()).rejects.toThrow('stopped before');
    expect((await testKernel.storage.store.generations('ignoring')).toSorted()).toEqual(['v1-1', 'v1-2']);
  });
});
