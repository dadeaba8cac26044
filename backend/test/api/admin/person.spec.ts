import { Account } from '../../../src/domain/account/account.js';
import { AdminRoles } from '../../../src/domain/admin/admin-roles.js';
import { Post } from '../../../src/domain/post/post.js';
import { newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { joining, usePerson } from '../../support/people.js';
import { decider, given } from '../../support/post-acts.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the page of a person', () => {
  const app = useApp();
  const name = unique('moe');
  const moe = useAdmin(app, name);
  const olga = useAdmin(app, unique('olga'), 'owner');
  const fred = useAdmin(app, unique('fred'), 'finance');
  const bob = usePerson(app, 'bob');
  const person = joining(app, unique('person'));

  const note = (id: string, text: string, by = moe) => by.post(`${DESK}/users/${id}/notes`, { text });

  it('has what a moderator decides by, and the lengths of the lists', async () => {
    const { user, browser } = await person();
    const { id } = user;
    const postId = await publishPost(app, id, 7);
    expect((await bob.report(postId, { reason: 'An advert.', category: 'spam' })).status).toBe(200);
    expect((await browser.comment(await publishPost(app, bob.id, 7), 'Nice walk!')).status).toBe(201);
    const hide = { postId, actId: crypto.randomUUID(), decider, ...given };
    await send(app, Post.HidePost(hide));
    const spam = { reason: 'spam', note: '', attempt: crypto.randomUUID() };
    expect((await olga.post(`${DESK}/users/${id}/strikes`, spam)).status).toBe(201);
    expect((await note(id, 'Asked twice.')).status).toBe(200);
    await settled(app);

    const { status, body } = await moe.person(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      mayAct: true,
      account: { anonymousUsername: user.anonymousUsername, emailVerified: true, strikes: 1 },
      record: {
        standing: { level: 'under strikes', why: '2 decisions against them within 30 days', publicPosts: 1 },
        suspensions: [],
        strikes: [{ step: 'warning' }],
        uploadsBlockedUntil: null,
        refusals: [],
        rater: { signals: [], ratings: 0, excludedBy: null },
        counts: {
          posts: 1,
          comments: 1,
          reportsMade: 0,
          reportsReceived: 1,
          appeals: 0,

          acts: 2,
        },
        notes: [{ adminName: name, text: 'Asked twice.' }],
      },
    });
    const decisions = body.record?.standing?.decisions.map(({ kind, canUndo }) => [kind, canUndo]);
    // A moderator does not undo what an owner did.
    expect(decisions).toEqual([
      ['AccountStruck', false],
      ['PostHidden', true],
    ]);
  });

  it('shows finance the account alone', async () => {
    const { user } = await person();
    const { body } = await fred.person(user.id);
    expect(body).toMatchObject({ mayAct: true, account: { id: user.id }, record: null });
  });

  it('says that one’s own and linked accounts are not for oneself, and refuses a note on them', async () => {
    const { user } = await person();
    const own = unique('own');
    const adminId = await newAdmin(app, own, 'moderator');
    await send(app, AdminRoles.LinkAccount({ adminId, accountId: user.id }));
    const desk = await signedInAdmin(app, own);
    expect((await desk.person(user.id)).body.mayAct).toBe(false);
    expect((await moe.person(user.id)).body.mayAct).toBe(true);
    expect(await note(user.id, 'A good one.', desk)).toMatchObject({
      status: 403,
      body: { message: 'You cannot decide about your own content. Another admin has to.' },
    });
  });

  it('of a deleted account has what is left, and no text of theirs', async () => {
    const { user } = await person();
    const accountId = user.id;
    expect((await note(accountId, 'Writes at night.')).status).toBe(200);
    await send(
      app,
      Account.DeleteAccount({ accountId, now: app.clock.now().toISOString(), isConfirmed: true }),
    );
    await settled(app);
    for (const desk of [moe, olga]) {
      expect(await desk.person(accountId)).toMatchObject({
        status: 200,
        body: { account: null, record: { standing: null, strikes: [], notes: [], counts: { posts: 0 } } },
      });
    }
    expect(await fred.person(accountId)).toMatchObject({
      status: 200,
      body: { account: null, record: null },
    });
    expect((await note(accountId, 'Gone.')).status).toBe(404);
  });

  it('does not exist for an id that nobody ever had', async () => {
    for (const id of [UNKNOWN, 'nobody'])
      expect(await moe.person(id)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });
});
