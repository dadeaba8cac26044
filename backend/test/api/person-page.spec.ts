import { PeopleReader } from '../../src/projections/accounts/people.js';
import { Account } from '../../src/domain/account/account.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('the page of a person', () => {
  const app = useOwnApp('not shared yet');
  const page = async (address: string) => {
    const answer = await fetch(`${app.url}${address}`);
    const html = await answer.text();
    return { status: answer.status, html, title: /<title[^>]*>([^<]*)</.exec(html)?.[1] };
  };

  it('is served for a person who exists', async () => {
    const { user } = await verified(app, 'ann@example.org');
    await settled(app);
    for (const address of [`/user/${user.id}`, `/user/${user.id}/`, `/user/${user.id}?from=elsewhere`]) {
      expect(await page(address)).toMatchObject({
        status: 200,
        title: `${user.anonymousUsername} · Footnote`,
      });
    }
  });

  it.each([UNKNOWN_ID, 'nobody', '%20', 'a'.repeat(300)])(
    'is served with status 404 for nobody: %s',
    async (id) => {
      const { status, title, html } = await page(`/user/${id}`);
      expect([status, title]).toEqual([404, 'User Not Found · Footnote']);
      // The frontend is there to show its screen for this.
      expect(html).toContain('<div id="root">');
    },
  );

  it('is served with status 404 after the account was deleted', async () => {
    const { user } = await verified(app, 'gone@example.org');
    const now = app.clock.now().toISOString();
    await send(app, Account.RequestDeletion({ accountId: user.id, dueAt: now }));
    await send(app, Account.DeleteAccount({ accountId: user.id, now }));
    await settled(app);
    expect((await page(`/user/${user.id}`)).status).toBe(404);
  });

  it('is served with status 503 while that is unknown', async () => {
    const people = app.server.get(PeopleReader, { strict: false });
    const byIds = people.byIds.bind(people);
    people.byIds = () => Promise.reject(new Error('the store is away'));
    try {
      expect(await page(`/user/${UNKNOWN_ID}`)).toMatchObject({ status: 503, title: 'Profile · Footnote' });
    } finally {
      people.byIds = byIds;
    }
  });
});
