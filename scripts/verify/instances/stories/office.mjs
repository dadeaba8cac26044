// What admins do in the back office: at least one story for each route that writes.
import { ADMIN_PASSWORD } from '../processes.mjs';
import { newMark } from '../world.mjs';
import { LATER_MS } from './tale.mjs';

const DESK = '/api/rtm-sys';
const SPAM = { reason: 'spam', note: 'An advert.' };
const WHY = { reason: 'A test of all processes.' };
const PROOF = { currentPassword: ADMIN_PASSWORD };
const OTHER_PASSWORD = 'gravel under both heels';

/** A person, and their login of a moderator, which an owner has offered them. */
async function colleague(tale, owner) {
  const person = await tale.person();
  await owner.does('PATCH', `${DESK}/users/${person.id}`, { isAdmin: true });
  await owner.sees(`${DESK}/users/${person.id}`, { isAdmin: true });
  const token = await tale.mailed(person.email, /\?invitation=([\w-]+)/);
  const login = { username: newMark(), password: ADMIN_PASSWORD };
  const desk = tale.visitor();
  const { id } = await desk.does('POST', `${DESK}/invitations/accept`, { token, ...login });
  await desk.does('POST', `${DESK}/login`, login);
  await desk.sees(`${DESK}/me`, { id, role: 'moderator', accountIds: [person.id] });
  return Object.assign(desk, { id, person, ...login });
}

/** A person who has bought a boost, and the payment as finance sees it. */
async function bought(tale) {
  const [ann, fay] = [await tale.person(), await tale.admin('fay')];
  const { url } = await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
  await tale.pay(ann, url);
  const isUnclaimed = ([{ boost }]) => boost?.state === 'unclaimed';
  const [{ id, boost }] = await ann.comesToSee('/api/user/payments', isUnclaimed, LATER_MS);
  return { ann, fay, id, intent: boost.stripePaymentIntentId, address: `${DESK}/payments/${id}` };
}

/** A payment of another amount than that of its checkout, which waits for finance. */
async function parked(tale) {
  const { StripePayments } = await tale.built('src/infrastructure/payments/stripe-payments.js');
  const { servers } = tale.world;
  const [ann, fay] = [await tale.person(), await tale.admin('fay')];
  await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
  const [{ id: reference }] = await ann.sees('/api/user/payments', (all) => all.length === 1);
  const provider = new StripePayments({
    secretKey: servers.settings.STRIPE_SECRET_KEY,
    mode: 'test',
    webhookSecrets: [],
    now: () => new Date(),
    // The reference is the key of the checkout that the site has opened.
    fetch: (url, request) => {
      const headers = new Headers(request.headers);
      headers.set('idempotency-key', newMark());
      return servers.sandbox.fetch(url, { ...request, headers });
    },
  });
  const { sessionId } = await provider.openCheckout({
    reference,
    userId: ann.id,
    purpose: { kind: 'boost', boostType: 'regular', postId: null },
    price: { amount: 250, currency: 'usd' },
    title: 'a boost',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    successUrl: tale.world.publicUrl,
    cancelUrl: tale.world.publicUrl,
  });
  await tale.world.atProvider((sandbox) => sandbox.actOnCheckout(sessionId, 'pay'));
  const address = `${DESK}/payments/${reference}`;
  await fay.comesToSee(address, { state: 'parked', needsAdmin: true }, LATER_MS);
  return { ann, fay, address };
}

/** Closes a past week with a post that is not of it, as a program with a fault would. @returns {Promise<string>} the week */
async function closedFalsely(tale, postId) {
  const { decide, evolveAll } = await tale.built('src/kernel/aggregate.js');
  const { Week } = await tale.built('src/domain/week/week.js');
  const { commandsToClose } = await tale.built('src/domain/week/closings.js');
  const { boundsOf, weekOf } = await tale.built('src/domain/week/iso-week.js');
  const { wholeCatalogue } = await tale.built('src/domain/events.js');
  const { METADATA } = await tale.built('test/support/test-kernel.js');
  const week = weekOf(new Date(Date.now() - 30 * 24 * 3_600_000), 'UTC');
  const { startsAt, endsAt } = boundsOf(week, 'UTC');
  const facts = { week, closing: 'false', startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  const standings = [{ rank: 1, postId, ownerId: 'ann', scoreTenths: 10, scoreCount: 1 }];
  const at = new Date().toISOString();
  const events = [];
  for (const command of commandsToClose({ ...facts, now: at }, standings)) {
    const state = evolveAll(Week, Week.initial, events);
    const metadata = (type) => ({ ...METADATA, at, version: wholeCatalogue[type].version });
    const decided = decide(Week, command, state);
    events.push(
      ...decided.map((event) => ({ ...event, id: crypto.randomUUID(), metadata: metadata(event.type) })),
    );
  }
  await tale.world.withLog((log) => log.append(`week-${week}`, 'noStream', events));
  return week;
}

export const officeStories = {
  async 'a moderator decides about posts, and takes it back'(tale) {
    const [ann, moe] = [await tale.person(), await tale.admin('moe')];
    const post = await tale.post(ann);
    const address = `${DESK}/posts/${post}`;
    await moe.does('PATCH', address, { isModerated: true });
    await moe.sees(address, { isModerated: true });
    const { actId } = await moe.does('PATCH', address, { isPublic: false, ...SPAM });
    await moe.sees(address, { isPublic: false });
    await tale.visitor().comesToSee(`/api/posts/${post}`, 404);
    await ann.comesToSee('/api/user/decisions', [{ actId, kind: 'hidden' }]);
    await moe.does('POST', `${DESK}/acts/${actId}/undo`, WHY);
    await tale.visitor().comesToSee(`/api/posts/${post}`, 200);
    await moe.does('POST', `${address}/acts`, { act: 'PostHidden', ...SPAM });
    await tale.visitor().comesToSee(`/api/posts/${post}`, 404);
    await moe.does('DELETE', address, SPAM);
    await moe.sees(address, { isRemoved: true });
  },

  async 'the picture of a removed post is blocked, and allowed again'(tale) {
    const [ann, moe] = [await tale.person(), await tale.admin('moe')];
    const post = await tale.post(ann);
    await moe.does('DELETE', `${DESK}/posts/${post}`, SPAM);
    const listed = (blocks) => blocks.find(({ postId }) => postId === post);
    const blocks = `${DESK}/blocked-pictures`;
    const { imageHash } = listed(await moe.comesToSee(blocks, listed, LATER_MS));
    await moe.does('POST', `${blocks}/${imageHash}/notes`, { note: 'A logo.' });
    await moe.sees(blocks, (all) => listed(all).notes[0]?.note === 'A logo.');
    await moe.does('DELETE', `${blocks}/${imageHash}`, { reason: 'other', note: 'A mistake.' });
    await moe.sees(`${blocks}?lifted=true`, (all) => listed(all)?.isBlocked === false);
  },

  async 'a post is escalated'(tale) {
    const [ann, moe] = [await tale.person(), await tale.admin('moe')];
    const post = await tale.post(ann);
    await moe.does('POST', `${DESK}/posts/${post}/escalate`, { reason: 'minor', note: 'Look.' });
    await tale.visitor().comesToSee(`/api/posts/${post}`, 404);
    await ann.comesToSee('/api/user/posts', (posts) => posts.every(({ isPublic }) => isPublic !== true));
  },

  async 'a hidden comment is appealed, and shown again'(tale) {
    const [ann, moe, mia] = [await tale.person(), await tale.admin('moe'), await tale.admin('mia')];
    const address = `/api/posts/${await tale.post(ann)}/comments`;
    const { id } = await ann.does('POST', address, { text: 'A calm picture.' });
    const { actId } = await moe.does('DELETE', `${DESK}/comments/${id}`, SPAM);
    await tale.visitor().comesToSee(address, (comments) => comments.length === 0);
    await ann.comesToSee('/api/user/decisions', [{ actId }], LATER_MS);
    await ann.does('POST', `/api/user/decisions/${actId}/appeal`, { text: 'It is calm.' });
    await mia.comesToSee(`${DESK}/appeals/${actId}`, { text: 'It is calm.', outcome: 'waiting' });
    await mia.does('POST', `${DESK}/appeals/${actId}/decide`, { granted: true, note: 'So it is.' });
    await mia.sees(`${DESK}/appeals/${actId}`, { outcome: 'granted' });
    await tale.visitor().comesToSee(address, [{ id, isHidden: false }], LATER_MS);
  },

  async 'a report is looked into'(tale) {
    const [ann, bob, moe] = [await tale.person(), await tale.person(), await tale.admin('moe')];
    const post = await tale.post(ann);
    await bob.does('POST', `/api/posts/${post}/report`, { category: 'other', reason: 'An advert.' });
    const report = `${DESK}/reports/${post}-${bob.id}`;
    const list = `${DESK}/reports?post=${post}`;
    const { id } = await moe.sees(`${DESK}/me`, 200);
    await moe.comesToSee(list, [{ status: 'pending', category: 'other' }]);
    await moe.does('POST', `${report}/assign`, { adminId: id });
    await moe.sees(list, [{ assigneeId: id }]);
    await moe.does('POST', `${report}/notes`, { text: 'Hm.' });
    await moe.sees(list, [{ notes: [{ text: 'Hm.' }] }]);
    await moe.does('POST', `${report}/category`, { category: 'spam' });
    await moe.sees(list, [{ category: 'spam' }]);
    await moe.does('PATCH', report, { status: 'dismissed', note: 'It is none.' });
    await moe.sees(list, [{ status: 'dismissed' }]);
  },

  async 'two moderators share the queue'(tale) {
    const [ann, bob] = [await tale.person(), await tale.person()];
    const [moe, mia] = [await tale.admin('moe'), await tale.admin('mia')];
    const post = await tale.post(ann);
    await bob.does('POST', `/api/posts/${post}/report`, { category: 'explicit', reason: 'Look.' });
    const queue = `${DESK}/queue`;
    const mine = (items) => items.find(({ id }) => id === post);
    await moe.comesToSee(queue, mine);
    await moe.does('POST', `${queue}/${post}/claim`);
    await moe.sees(queue, (items) => mine(items).isMine);
    await mia.comesToSee(queue, (items) => mine(items).claimedBy === 'moe');
    await mia.does('POST', `${queue}/${post}/claim`, undefined, 409);
    await moe.does('POST', `${queue}/${post}/release`);
    await mia.does('POST', `${queue}/next`);
    await mia.does('POST', `${queue}/release`);
    await moe.does('POST', `${queue}/${post}/claim`);
    await moe.does('POST', `${queue}/${post}/decide`, { decision: 'hide', reason: 'explicit' });
    await tale.visitor().comesToSee(`/api/posts/${post}`, 404);
    await moe.sees(queue, (items) => !mine(items));
    await moe.does('POST', `${queue}/${post}/undo`, WHY);
    await tale.visitor().comesToSee(`/api/posts/${post}`, 200);
  },

  async 'ratings of a person no longer count'(tale) {
    const [ann, bob, moe] = [await tale.person(), await tale.person(), await tale.admin('moe')];
    const posts = [await tale.post(ann), await tale.post(ann)];
    for (const postId of posts) await bob.does('POST', '/api/ratings/submit', { postId, overallScore: 9 });
    const [one, other] = posts.map((post) => `/api/posts/${post}`);
    await bob.sees(one, { averageRating: '9.0' });
    const counts = ({ averageRating }) => averageRating === '9.0';
    await moe.does('POST', `${DESK}/ratings/exclude`, { postId: posts[0], userId: bob.id, note: 'Spite.' });
    await tale.visitor().comesToSee(one, (post) => !counts(post));
    await tale.visitor().sees(other, counts);
    await moe.does('POST', `${DESK}/raters/${bob.id}/exclude`, { note: 'A burst.' });
    await tale.visitor().comesToSee(other, (post) => !counts(post), LATER_MS);
  },

  async 'a person is suspended, restored and warned'(tale) {
    const [ann, olga] = [await tale.person(), await tale.admin('olga')];
    const address = `${DESK}/users/${ann.id}`;
    await olga.does('POST', `${address}/suspend`, SPAM);
    await olga.sees(address, ({ suspension }) => suspension !== null);
    await ann.comesToSee('/api/user', ({ suspension }) => suspension !== null);
    await ann.does('PATCH', '/api/user/profile', { bio: 'I walk.' }, 403);
    await olga.does('POST', `${address}/restore`, WHY);
    await ann.comesToSee('/api/user', { suspension: null });
    await ann.does('PATCH', '/api/user/profile', { bio: 'I walk.' });
    await olga.does('POST', `${address}/strikes`, { ...SPAM, attempt: crypto.randomUUID() });
    await olga.sees(address, { strikes: 1 });
    await olga.does('POST', `${address}/email`);
    await olga.does('DELETE', `${address}/sessions`);
    await ann.comesToSee('/api/auth/me', 401);
  },

  async 'a person is deleted by two owners, after it was withdrawn once'(tale) {
    const [ann, olga, otto] = [await tale.person(), await tale.admin('olga'), await tale.admin('otto')];
    const address = `${DESK}/users/${ann.id}`;
    const proposals = `${DESK}/proposals`;
    const { id } = await olga.does('DELETE', address, SPAM);
    await otto.comesToSee(proposals, (all) => all.some((one) => one.id === id && one.status === 'open'));
    await otto.does('POST', `${proposals}/${id}/withdraw`);
    await olga.comesToSee(proposals, (all) => all.some((one) => one.id === id && one.status === 'withdrawn'));
    const again = await olga.does('DELETE', address, SPAM);
    await otto.does('POST', `${proposals}/${again.id}/confirm`, PROOF);
    await ann.comesToSee('/api/auth/me', 401, LATER_MS);
    await tale.visitor().comesToSee(`/api/users/${ann.id}`, 404, LATER_MS);
  },

  async 'an admin gets another role, leaves and comes back'(tale) {
    const [olga, otto] = [await tale.admin('olga'), await tale.admin('otto')];
    const mod = await colleague(tale, olga);
    const address = `${DESK}/admins/${mod.id}`;
    const listed = (admins) => admins.find(({ id }) => id === mod.id);
    await olga.does('PUT', `${address}/role`, { role: 'finance', ...WHY });
    await olga.sees(`${DESK}/admins`, (admins) => listed(admins).role === 'finance');
    await mod.comesToSee(`${DESK}/me`, { role: 'finance' });
    await olga.does('POST', `${address}/email`);
    await olga.does('DELETE', `${address}/sessions`);
    await mod.comesToSee(`${DESK}/me`, 401);
    await olga.does('POST', `${address}/dismiss`, WHY);
    await olga.sees(`${DESK}/admins`, (admins) => listed(admins).isDismissed);
    await mod.does('POST', `${DESK}/login`, { username: mod.username, password: mod.password }, 401);
    await olga.does('POST', `${address}/reinstate`, WHY);
    await mod.does('POST', `${DESK}/login`, { username: mod.username, password: mod.password });
    const { id } = await olga.does('POST', `${address}/unlink`, WHY);
    await otto.does('POST', `${DESK}/proposals/${id}/confirm`, PROOF);
    await mod.comesToSee(`${DESK}/me`, { accountIds: [] }, LATER_MS);
  },

  async 'an invitation is sent, and withdrawn'(tale) {
    const olga = await tale.admin('olga');
    const invitations = `${DESK}/admins/invitations`;
    const email = `${newMark()}@footnote.example`;
    const { id } = await olga.does('POST', invitations, { email, role: 'moderator' });
    await olga.sees(invitations, (all) => all.some((one) => one.id === id));
    await olga.does('POST', `${invitations}/${id}/email`);
    const token = await tale.mailed(email, /\?invitation=([\w-]+)/);
    await olga.does('DELETE', `${invitations}/${id}`);
    await olga.sees(invitations, (all) => all.every((one) => one.id !== id));
    const login = { token, username: newMark(), password: ADMIN_PASSWORD };
    await tale.visitor().does('POST', `${DESK}/invitations/accept`, login, 400);
  },

  async 'an admin looks after the own login'(tale) {
    const { codeAt } = await tale.built('test/support/admins.js');
    const mod = await colleague(tale, await tale.admin('olga'));
    const { username, password } = mod;
    const other = tale.visitor();
    await other.does('POST', `${DESK}/login`, { username, password });
    const sessions = await mod.sees(`${DESK}/sessions`, (all) => all.length === 2);
    await mod.does('DELETE', `${DESK}/sessions/${sessions.find(({ isCurrent }) => !isCurrent).id}`);
    await other.comesToSee(`${DESK}/me`, 401);
    await mod.does('POST', `${DESK}/me/confirm`, { currentPassword: password });
    const change = { currentPassword: password, newPassword: OTHER_PASSWORD };
    await mod.does('PUT', `${DESK}/password`, change);
    await other.does('POST', `${DESK}/login`, { username, password }, 401);
    await other.does('POST', `${DESK}/login`, { username, password: OTHER_PASSWORD });
    const { secret, offer } = await other.does('POST', `${DESK}/totp/offer`);
    await other.does('POST', `${DESK}/totp`, { offer, code: codeAt(secret, new Date()) });
    await other.sees(`${DESK}/me`, { hasTotp: true });
    // The code of the next half minute: this one was used.
    const code = codeAt(secret, new Date(Date.now() + 30_000));
    await other.does('POST', `${DESK}/me/confirm`, { currentPassword: OTHER_PASSWORD, code });
    await other.does('POST', `${DESK}/totp/remove`);
    await other.sees(`${DESK}/me`, { hasTotp: false });
    await other.does('POST', `${DESK}/logout`);
    await other.sees(`${DESK}/me`, 401);
  },

  async 'an admin signs in with a passkey'(tale) {
    const { Authenticator } = await tale.built('test/support/authenticator.js');
    const mod = await colleague(tale, await tale.admin('olga'));
    const key = new Authenticator(tale.world.publicUrl);
    const { options } = await mod.does('POST', `${DESK}/passkeys/offer`);
    const [{ id }] = await mod.does('POST', `${DESK}/passkeys`, {
      name: 'Phone',
      response: key.create(options),
    });
    await mod.sees(`${DESK}/passkeys`, [{ id, name: 'Phone' }]);
    const other = tale.visitor();
    const challenge = await other.does('POST', `${DESK}/login/passkey/offer`);
    await other.does('POST', `${DESK}/login/passkey`, { response: key.get(challenge.options) });
    await other.sees(`${DESK}/me`, { username: mod.username });
    await other.does('POST', `${DESK}/passkeys/${id}/remove`);
    await other.sees(`${DESK}/passkeys`, (all) => all.length === 0);
  },

  async 'an operator resets a login'(tale) {
    const mod = await colleague(tale, await tale.admin('olga'));
    const output = await tale.instance.operate(['admin:reset', mod.username]);
    const [, token] = /\?reset=(\S+)/.exec(output);
    await mod.comesToSee(`${DESK}/me`, 401);
    await mod.does('POST', `${DESK}/reset`, { token, password: OTHER_PASSWORD });
    await mod.does('POST', `${DESK}/login`, { username: mod.username, password: OTHER_PASSWORD });
    await mod.sees(`${DESK}/me`, { id: mod.id });
  },

  async 'an owner looks at what is personal in an event'(tale) {
    const [ann, olga] = [await tale.person(), await tale.admin('olga')];
    await ann.does('PATCH', '/api/user/profile', { bio: 'I walk.' });
    const lines = `${DESK}/audit?subject=person:${ann.id}&action=ProfileChanged`;
    const [{ id }] = await olga.comesToSee(lines, (found) => found.length === 1);
    const { data } = await olga.does('POST', `${DESK}/audit/${id}/look`);
    if (data.bio !== 'I walk.') throw new Error(`the look shows ${JSON.stringify(data)}`);
  },

  async 'a view is rebuilt, switched, rolled back and thrown away'(tale) {
    const olga = await tale.admin('olga');
    const view = `${DESK}/projections/likes`;
    const { generation } = await olga.sees(view, { state: 'live' });
    await olga.does('POST', `${view}/rebuild`, WHY);
    await olga.comesToSee(view, { trialState: 'ready' }, LATER_MS);
    await olga.does('POST', `${view}/switch`, WHY);
    await olga.comesToSee(view, { previous: generation });
    await olga.does('POST', `${view}/roll-back`, WHY);
    await olga.comesToSee(view, { generation });
    await olga.does('POST', `${view}/rebuild`, WHY);
    await olga.comesToSee(view, { trialState: 'ready' }, LATER_MS);
    await olga.does('POST', `${view}/throw-away`, WHY);
    await olga.comesToSee(view, { trial: null });
  },

  async 'an owner retries what waits'(tale) {
    const olga = await tale.admin('olga');
    await olga.does('POST', `${DESK}/reactions/account-mails/retry`, WHY);
    await olga.does('POST', `${DESK}/quarantine/retry`, WHY);
  },

  async 'finance grants a parked payment, and dismisses another one'(tale) {
    const { ann, fay, address } = await parked(tale);
    await fay.does('POST', `${address}/grant`, WHY);
    await fay.sees(address, { needsAdmin: false });
    await ann.comesToSee('/api/boosts/unclaimed', { count: 1 }, LATER_MS);
    const other = await parked(tale);
    await other.fay.does('POST', `${other.address}/dismiss`, WHY);
    await other.fay.sees(other.address, { needsAdmin: false });
  },

  async 'finance asks the provider for a payment'(tale) {
    const { sessionIn } = await tale.built('test/support/payments.js');
    const [ann, fay] = [await tale.person(), await tale.admin('fay')];
    const { url } = await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
    const [{ id }] = await ann.sees('/api/user/payments', (all) => all.length === 1);
    const address = `${DESK}/payments/${id}`;
    tale.world.servers.sandbox.actOnCheckout(sessionIn(url), 'pay');
    await fay.comesToSee(address, { state: 'started', can: { observe: true } });
    await fay.does('POST', `${address}/observe`);
    await fay.comesToSee(address, { state: 'paid' }, LATER_MS);
    await ann.comesToSee('/api/boosts/unclaimed', { count: 1 }, LATER_MS);
  },

  async 'finance declines to refund, and refunds'(tale) {
    const { ann, fay, id, address } = await bought(tale);
    await ann.does('POST', `/api/user/payments/${id}/refund-request`);
    await fay.comesToSee(address, { state: 'refund requested' });
    await fay.does('POST', `${address}/decline`, WHY);
    await fay.sees(address, { state: 'paid' });
    await fay.does('POST', `${address}/refund`, { amount: null, ...WHY });
    await ann.comesToSee('/api/user/payments', [{ status: 'refunded' }], LATER_MS);
  },

  async 'finance decides about a lost dispute, and dismisses a warning'(tale) {
    const { ann, fay, intent, address } = await bought(tale);
    await tale.world.atProvider((sandbox) => sandbox.actOnPayment(intent, 'warn', null));
    await fay.comesToSee(address, { state: 'suspected', warnings: 1 }, LATER_MS);
    await fay.does('POST', `${address}/dismiss-warnings`, WHY);
    await fay.sees(address, { state: 'paid' });
    await tale.world.atProvider((sandbox) => sandbox.actOnPayment(intent, 'dispute', null));
    await ann.comesToSee('/api/user/payments', [{ status: 'disputed' }], LATER_MS);
    const { disputeId } = tale.world.servers.sandbox.payment(intent).disputes[0];
    await tale.world.atProvider((sandbox) => sandbox.actOnDispute(disputeId, 'lose'));
    await fay.comesToSee(address, { can: { disputes: [disputeId] } }, LATER_MS);
    await fay.does('POST', `${address}/disputes/${disputeId}/decide`, { boost: 'revoked', ...WHY });
    await fay.sees(address, { needsAdmin: false });
    await ann.comesToSee('/api/user/payments', [{ status: 'charged back' }], LATER_MS);
  },

  async 'finance dismisses a notice that nobody can act on'(tale) {
    const { createHmac } = await import('node:crypto');
    const fay = await tale.admin('fay');
    const [time, id] = [Math.floor(Date.now() / 1000), `evt_${newMark()}`];
    const event = {
      id,
      object: 'event',
      api_version: null,
      created: time,
      livemode: true,
      type: 'charge.refunded',
    };
    const body = JSON.stringify({ ...event, data: { object: { id: 'ch_1', object: 'charge' } } });
    const secret = tale.world.servers.settings.STRIPE_WEBHOOK_SECRET;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
    await fetch(`${tale.world.url}/api/stripe/webhook`, { method: 'POST', headers, body });
    const list = `${DESK}/payments/parked-events`;
    const isListed = (events) => events.some((one) => one.id === id);
    await fay.comesToSee(list, isListed, LATER_MS);
    await fay.does('POST', `${list}/${id}/dismiss`, WHY);
    await fay.sees(list, (events) => !isListed(events));
  },

  async 'finance settles what the provider and the log show differently'(tale) {
    const { sessionIn } = await tale.built('test/support/payments.js');
    const { servers } = tale.world;
    const [ann, fay] = [await tale.person(), await tale.admin('fay')];
    // Younger differences are left to the notices.
    servers.paymentsAgoMs = 2 * 3_600_000;
    const { url } = await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
    servers.sandbox.actOnCheckout(sessionIn(url), 'pay');
    servers.paymentsAgoMs = 0;
    const since = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
    // It ends with 1: there are differences.
    await tale.instance.operate(['reconcile', '--since', since], 1);
    const runs = `${DESK}/payments/reconciliation`;
    const [{ id }] = await fay.comesToSee(runs, ([run]) => run?.differences > 0);
    const { listed } = await fay.sees(`${runs}/${id}`, 200);
    const { objectId } = listed.find(({ object }) => object === 'charge');
    await fay.does('POST', `${runs}/${id}/observe`, { objectId });
    await fay.does('POST', `${runs}/${id}/settle`, { objectId, ...WHY });
    await fay.sees(`${runs}/${id}`, (run) =>
      run.listed.some((one) => one.objectId === objectId && one.isSettled),
    );
    await ann.comesToSee('/api/boosts/unclaimed', { count: 1 }, LATER_MS);
  },

  async 'a week that was closed falsely is counted again'(tale) {
    const olga = await tale.admin('olga');
    const post = await tale.post(await tale.person());
    const week = await closedFalsely(tale, post);
    const address = `${DESK}/weeks/${week}`;
    await olga.comesToSee(`${DESK}/weeks`, ({ weeks }) => weeks.some((one) => one.week === week), LATER_MS);
    const isReady = ({ recount }) => recount?.state === 'ready';
    await olga.does('POST', `${address}/recount`, WHY);
    await olga.comesToSee(`${DESK}/weeks/recount`, isReady, LATER_MS);
    await olga.does('POST', `${address}/throw-away`, WHY);
    await olga.comesToSee(`${DESK}/weeks/recount`, { recount: null });
    await olga.does('POST', `${address}/recount`, WHY);
    const { recount } = await olga.comesToSee(`${DESK}/weeks/recount`, isReady, LATER_MS);
    await olga.does('POST', `${address}/reopen`, { closing: recount.closing, ...WHY });
    const board = `/api/leaderboard/weekly?week=${week}`;
    await tale.visitor().comesToSee(board, ({ posts }) => posts.every(({ id }) => id !== post), LATER_MS);
  },
};
