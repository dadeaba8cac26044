import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Answer, Browser } from '../../support/browser.js';
import { LostAnswers } from '../../support/lost-answers.js';
import { mailsTo } from '../../support/mails.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';
import { joining, mailedToken, registered, usePerson } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { commentOn, publishPost } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

/** A request that can be sent again. */
type Sending = (headers: Record<string, string>) => Promise<Answer>;

describe('a write whose answer was lost after one of its appends', () => {
  const app = useOwnApp('loses answers of the log');
  let lost: LostAnswers;
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const moderator = useAdmin(app, 'moderator.mo');
  const owner = useAdmin(app, 'olga', 'owner', 'olga@example.org');
  let photos = 7000;
  let requests = 0;
  const join = joining(app, 'person');

  beforeAll(async () => {
    lost = LostAnswers.in(app);
  });
  const json =
    (browser: Browser, method: string, address: string, body?: object): Sending =>
    (headers) =>
      browser.request(method, address, {
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
  const form =
    (browser: Visitor, address: string, field: string, bytes: Buffer): Sending =>
    (headers) => {
      const body = new FormData();
      body.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'feet.jpg');
      return browser.request('POST', address, { headers, body });
    };
  const post = async () => publishPost(app, ann.id, 7.4);
  const photo = () => jpegPhoto((photos += 1));
  const shown = async (id: string) => {
    await settled(app);
    expect((await bob.viewPost(id)).status).toBe(200);
    return id;
  };
  const reported = async (reason: string) => {
    const id = await shown(await post());
    await bob.report(id, { reason, category: 'spam' });
    await settled(app);
    const { body } = await moderator.get<{ id: string }[]>(`/api/rtm-sys/reports?search=${reason}`);
    expect(body).toHaveLength(1);
    return { id, reportId: body[0]?.id };
  };

  /** Each prepares a new subject, and returns the request. */
  const writes: Record<string, () => Promise<Sending>> = {
    'a comment': async () =>
      json(bob, 'POST', `/api/posts/${await shown(await post())}/comments`, { text: 'Nice.' }),
    'a reply': async () => {
      const id = await shown(await post());
      const parentCommentId = await commentOn(app, id, ann.id);
      return json(bob, 'POST', `/api/posts/${id}/comments`, { text: 'Indeed.', parentCommentId });
    },
    'a like': async () => json(bob, 'POST', `/api/posts/${await shown(await post())}/like`),
    'an unlike': async () => {
      const id = await shown(await post());
      await bob.like(id);
      return json(bob, 'DELETE', `/api/posts/${id}/like`);
    },
    'a rating': async () =>
      json(bob, 'POST', '/api/ratings/submit', { postId: await shown(await post()), overallScore: 8 }),
    'a report': async () =>
      json(bob, 'POST', `/api/posts/${await shown(await post())}/report`, {
        reason: 'A hand.',
        category: 'other',
      }),
    'an upload': async () => form(ann, '/api/upload', 'image', await photo()),
    'a published rating': async () => {
      const { body } = await ann.uploadPhoto(await photo());
      return json(ann, 'POST', '/api/posts/publish', body);
    },
    'a photo published without a rating': async () =>
      form(ann, '/api/posts/publish-direct', 'image', await photo()),
    'a profile': async () =>
      json(ann, 'PATCH', '/api/user/profile', { bio: `I walk ${(photos += 1)} miles.` }),
    'a profile picture': async () => form(ann, '/api/user/profile/picture', 'picture', await photo()),
    'a registration': async () =>
      json(app.browser(), 'POST', '/api/auth/register', {
        email: `new${(photos += 1)}@example.org`,
        password: PASSWORD,
      }),
    'a verified address': async () => {
      const email = `new${(photos += 1)}@example.org`;
      const { browser } = await registered(app, email);
      return json(browser, 'POST', '/api/auth/verify-email', { token: await mailedToken(app, email) });
    },
    'a password set by a mailed link': async () => {
      const { user } = await join();
      await bob.post('/api/auth/forgot-password', { email: user.email });
      // The first mail is that of the registration.
      const [, mail] = await mailsTo(app, user.email, 2);
      const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      const password = 'a slower walk at dawn';
      return json(app.browser(), 'POST', '/api/auth/reset-password', { token, password });
    },
    'a deleted post': async () => {
      const id = await shown(await post());
      return json(ann, 'DELETE', `/api/user/posts/${id}`);
    },
    'a deleted comment': async () => {
      const id = await shown(await post());
      const { body } = await bob.comment(id, 'Oops.');
      return json(bob, 'DELETE', `/api/comments/${body.id}`);
    },
    'a request for deletion': async () => {
      const { browser } = await join();
      return json(browser, 'POST', '/api/user/deletion', { password: PASSWORD });
    },
    'a changed password': async () => {
      const { browser } = await join();
      const change = { currentPassword: PASSWORD, newPassword: 'a louder walk at noon' };
      return json(browser, 'PUT', '/api/auth/update-password', change);
    },
    'a checkout': async () => json(ann, 'POST', '/api/boost/checkout', { boostType: 'mega' }),
    'a post hidden by an admin': async () =>
      json(moderator, 'PATCH', `/api/rtm-sys/posts/${await shown(await post())}`, {
        isPublic: false,
        reason: 'spam',
        note: '',
      }),
    'a post removed by an admin': async () =>
      json(moderator, 'DELETE', `/api/rtm-sys/posts/${await shown(await post())}`, {
        reason: 'spam',
        note: '',
      }),
    'an escalation': async () =>
      json(moderator, 'POST', `/api/rtm-sys/posts/${await shown(await post())}/escalate`, {
        reason: 'minor',
        note: '',
      }),
    'a reviewed report': async () => {
      const { reportId } = await reported(`report${(photos += 1)}`);
      return json(moderator, 'PATCH', `/api/rtm-sys/reports/${reportId}`, { status: 'reviewed' });
    },
    'a note on a report': async () => {
      const { reportId } = await reported(`report${(photos += 1)}`);
      return json(moderator, 'POST', `/api/rtm-sys/reports/${reportId}/notes`, { text: 'Seen.' });
    },
    'a suspension': async () => {
      const { user } = await join();
      return json(owner, 'POST', `/api/rtm-sys/users/${user.id}/suspend`, { reason: 'spam', note: '' });
    },
    'a strike': async () => {
      const { user } = await join();
      return json(owner, 'POST', `/api/rtm-sys/users/${user.id}/strikes`, { reason: 'spam', note: '' });
    },
    'an undo': async () => {
      const id = await shown(await post());
      const { body } = await moderator.hide(id, { reason: 'spam', note: '' });
      return json(moderator, 'POST', `/api/rtm-sys/acts/${body.actId}/undo`, { reason: 'A mistake.' });
    },
  };

  const sendAs = (sending: Sending, number: number) =>
    sending({ 'x-request-id': `request-${number}`, 'idempotency-key': `action-${number}` });
  const outcome = (number: number, { status, body }: Answer) => ({
    status,
    fields: typeof body === 'object' && body !== null ? Object.keys(body) : typeof body,
    events: lost.typesOf(`request-${number}`),
  });

  it.each(Object.keys(writes))('%s: is repeated with the same answer, and written once', async (name) => {
    const prepare = writes[name] as () => Promise<Sending>;
    const whole = (requests += 1);
    const normal = outcome(whole, await sendAs(await prepare(), whole));
    expect(normal.status).toBeLessThan(300);
    expect(normal.events.length).toBeGreaterThan(0);
    for (let point = 1; ; point += 1) {
      const sending = await prepare();
      const number = (requests += 1);
      lost.lose(point);
      const first = await sendAs(sending, number);
      if (!lost.hasLost) return lost.loseNone();
      expect(first.status).toBe(503);
      const repeated = await sendAs(sending, number);
      expect({ point, ...outcome(number, repeated) }).toEqual({ point, ...normal });
    }
  });
});
