import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Scrubber } from '../../src/kernel/scrubber.js';
import { startApp } from '../support/app.js';
import { registered } from '../support/people.js';
import { settled } from '../support/settled.js';

describe('a scrub of the running server', () => {
  it('removes all traces of a person whose key is destroyed and whose sessions have ended', async () => {
    await using app = await startApp();
    const ann = await registered(app, 'ann.forgotten@example.org');
    const bob = await registered(app, 'bob.remembered@example.org');
    const { keys, sessions } = app.adapters.storage;
    const [session] = await sessions.ofAccount(ann.user.id, app.clock.now());
    if (!session) throw new Error('ann is not signed in');
    // A scrub does not cover the mail folder: wait for the mail, then delete the folder.
    await settled(app);
    await rm(path.join(app.dataDir, 'mail'), { recursive: true, force: true });
    const isFound = async (text: string) => (await app.texts()).some((content) => content.includes(text));
    expect([await isFound('ann.forgotten'), await isFound(session.tokenHash)]).toEqual([true, true]);

    await keys.destroy(ann.user.id);
    await sessions.removeAll(ann.user.id, null);
    await app.server.get(Scrubber, { strict: false }).scrub();

    expect(await isFound('ann.forgotten')).toBe(false);
    expect(await isFound(session.tokenHash)).toBe(false);
    expect((await ann.browser.me()).status).toBe(401);
    expect((await bob.browser.me()).body).toMatchObject({
      email: 'bob.remembered@example.org',
    });
    expect((await registered(app, 'carol@example.org')).user.email).toBe('carol@example.org');
  });
});
