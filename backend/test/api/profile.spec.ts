import { Account } from '../../src/domain/account/account.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';
import type { Visitor } from '../support/visitor.js';

describe('a profile over HTTP', () => {
  const app = useOwnApp('not shared yet');
  let person = 0;
  const join = async () => {
    person += 1;
    return verified(app, `person${person}@example.org`);
  };
  const publicOf = async ({ id }: User) =>
    (await app.browser().get<{ user: Partial<User> }>(`/api/users/${id}`)).body.user;

  describe('text fields', () => {
    it('are shown to the user and to others', async () => {
      const { browser, user } = await join();
      const profile = {
        displayUsername: 'Ann of the Meadow',
        bio: 'I walk.\nA lot.',
        socialLinks: { instagram: 'ann.walks', youtube: 'https://www.youtube.com/@ann' },
      };
      const typed = {
        displayUsername: '  Ann of\nthe  Meadow\u202E ',
        bio: ' I walk. \r\nA lot.\u200B',
        socialLinks: {
          instagram: ' @ann.walks ',
          youtube: 'http://www.youtube.com/@ann',
          tiktok: '  ',
          twitter: null,
        },
      };
      expect(await browser.changeProfile(typed)).toMatchObject({
        status: 200,
        body: { ...user, ...profile },
      });
      expect((await browser.account()).body).toEqual({ ...user, ...profile });
      expect(await publicOf(user)).toMatchObject({ id: user.id, ...profile });
    });

    it('keep their value when omitted, and are cleared by null or blank text', async () => {
      const { browser } = await join();
      const links = { instagram: 'ann', snapchat: 'ann' };
      await browser.changeProfile({ displayUsername: 'Ann', bio: 'I walk.', socialLinks: links });
      expect((await browser.changeProfile({ bio: ' ' })).body).toMatchObject({
        displayUsername: 'Ann',
        bio: null,
        socialLinks: links,
      });
      expect((await browser.changeProfile({ socialLinks: { snapchat: 'ann' } })).body).toMatchObject({
        displayUsername: 'Ann',
        socialLinks: { snapchat: 'ann' },
      });
      expect((await browser.changeProfile({ displayUsername: null, socialLinks: {} })).body).toMatchObject({
        displayUsername: null,
        socialLinks: null,
      });
      expect((await browser.changeProfile({})).status).toBe(200);
    });

    it('are rejected by name when invalid, and nothing changes', async () => {
      const { browser, user } = await join();
      const link = 'Please enter a username or an https address of at most 200 characters';
      const wrong: [object, object][] = [
        [{ displayUsername: 'x'.repeat(51) }, { displayUsername: ['A name has at most 50 characters'] }],
        [{ displayUsername: 7 }, { displayUsername: ['A name must be text'] }],
        [{ bio: 'x'.repeat(501) }, { bio: ['A bio has at most 500 characters'] }],
        [{ bio: ['x'] }, { bio: ['A bio must be text'] }],
        [{ socialLinks: 'ann' }, { socialLinks: ['Please send the links by platform'] }],
        [{ socialLinks: [{ twitter: 'ann' }] }, { socialLinks: ['Please send the links by platform'] }],
        [{ socialLinks: { twitter: 'javascript:alert(1)' } }, { 'socialLinks.twitter': [link] }],
        [{ socialLinks: { tiktok: '//evil.example' } }, { 'socialLinks.tiktok': [link] }],
        [{ socialLinks: { snapchat: 'a'.repeat(5000) } }, { 'socialLinks.snapchat': [link] }],
        [{ socialLinks: { instagram: '\u0430nn' } }, { 'socialLinks.instagram': [link] }],
        [{ socialLinks: { youtube: { toString: 'x' } } }, { 'socialLinks.youtube': [link] }],
      ];
      for (const [profile, errors] of wrong) {
        expect(await browser.changeProfile({ bio: 'I walk.', ...profile })).toMatchObject({
          status: 400,
          body: { code: 'invalid', errors },
        });
      }
      expect((await browser.account()).body).toEqual(user);
    });

    it('hold 50 characters of name and 500 of bio', async () => {
      const { browser } = await join();
      const profile = { displayUsername: 'é'.repeat(50), bio: 'ö'.repeat(500) };
      expect(await browser.changeProfile(profile)).toMatchObject({ status: 200, body: profile });
    });

    it('reject a reserved name and a name that looks like that of another user', async () => {
      const { browser, user } = await join();
      const { user: other } = await join();
      const refused = (message: string) => ({
        status: 400,
        body: { code: 'invalid', message, errors: { displayUsername: [message] } },
      });
      const like = 'This name looks like the anonymous name of another user. Please choose another one';
      expect(await browser.changeProfile({ displayUsername: other.anonymousUsername })).toMatchObject(
        refused(like),
      );
      expect(await browser.changeProfile({ displayUsername: 'F00tnote Team' })).toMatchObject(
        refused('This name is reserved for Footnote. Please choose another one'),
      );
      expect((await browser.account()).body).toEqual(user);
    });

    it('accept the own anonymous name, even if the moderation refuses it', async () => {
      const { browser, user } = await join();
      const own = user.anonymousUsername.toLowerCase();
      const moderate = jest
        .spyOn(app.adapters.moderation, 'moderate')
        .mockResolvedValue({ allowed: false, reasons: ['has rude or explicit words'] });
      const [named, other] = [
        await browser.changeProfile({ displayUsername: own }),
        await browser.changeProfile({ displayUsername: 'Ann' }),
      ];
      moderate.mockRestore();
      expect(named).toMatchObject({ status: 200, body: { displayUsername: own } });
      expect(other.status).toBe(422);
    });

    it('keep a name that was reserved later', async () => {
      const { browser, user } = await join();
      await send(app, Account.ChangeProfile({ accountId: user.id, displayUsername: 'Staff' }));
      expect(await browser.changeProfile({ displayUsername: 'Staff', bio: 'I walk.' })).toMatchObject({
        status: 200,
        body: { displayUsername: 'Staff', bio: 'I walk.' },
      });
    });

    it('reject a text that the moderation refuses', async () => {
      const { browser, user } = await join();
      expect(
        await browser.changeProfile({ displayUsername: 'Ann', bio: 'Write to ann@example.org' }),
      ).toMatchObject({
        status: 422,
        body: {
          code: 'text_refused',
          message: "We can't show this bio: it has an e-mail address. Please change it.",
        },
      });
      expect(await browser.changeProfile({ displayUsername: 'www.example.com' })).toMatchObject({
        status: 422,
        body: { message: "We can't show this name: it has a link. Please change it." },
      });
      expect((await browser.account()).body).toEqual(user);
    });
  });

  describe('of a suspended user', () => {
    it('can be read but not changed, and shows the reason, until the account is restored', async () => {
      const { browser, user } = await join();
      await send(
        app,
        Account.SuspendAccount({ accountId: user.id, ...suspensionFor('A payment is disputed.') }),
      );
      expect((await browser.account()).body.suspension).toEqual({
        reason: 'A payment is disputed.',
        cause: 'moderation',
        endsAt: null,
      });
      const refused = {
        status: 403,
        body: { message: 'Your account is suspended: A payment is disputed.', code: 'forbidden' },
      };
      expect(await browser.changeProfile({ bio: 'I walk.' })).toMatchObject(refused);
      const picture = await jpegPhoto(1);
      expect(await browser.upload('/api/user/profile/picture', picture, { field: 'picture' })).toMatchObject(
        refused,
      );
      await send(
        app,
        Account.RestoreAccount({ accountId: user.id, suspensionId: SUSPENSION, reason: 'It was won.' }),
      );
      expect((await browser.account()).body.suspension).toBeNull();
      expect((await browser.changeProfile({ bio: 'I walk.' })).status).toBe(200);
    });
  });

  describe('email preferences', () => {
    const prefer = (browser: Visitor, preferences: object) =>
      browser.patch<User>('/api/auth/email-preferences', preferences);

    it('are changed one by one, also at the same time', async () => {
      const { browser, user } = await join();
      const [rating, comment] = await Promise.all([
        prefer(browser, { emailNotificationsRating: false }),
        prefer(browser, { emailNotificationsComment: false }),
      ]);
      expect([rating?.status, comment?.status]).toEqual([200, 200]);
      expect((await browser.account()).body).toEqual({
        ...user,
        emailNotificationsRating: false,
        emailNotificationsComment: false,
      });
      expect((await prefer(browser, { emailNotificationsRating: true })).body).toMatchObject({
        emailNotificationsRating: true,
        emailNotificationsComment: false,
      });
    });

    it('are rejected unless they are true or false', async () => {
      const { browser, user } = await join();
      for (const answer of ['false', null, 0, {}]) {
        expect(await prefer(browser, { emailNotificationsRating: answer })).toMatchObject({
          status: 400,
          body: { errors: { emailNotificationsRating: ['Please send true or false'] } },
        });
      }
      expect((await browser.account()).body).toEqual(user);
    });

    it.each(['/api/auth/email-preferences', '/api/user/profile'])(
      'need an object as body, like the profile: %s',
      async (address) => {
        const { browser } = await join();
        for (const body of ['null', '[]', '7', '"text"']) {
          const headers = { 'content-type': 'application/json' };
          const answer = await browser.request('PATCH', address, { headers, body });
          expect([body, answer]).toMatchObject([body, { status: 400, body: { code: 'invalid' } }]);
        }
      },
    );
  });
});
