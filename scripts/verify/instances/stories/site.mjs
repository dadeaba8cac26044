// What people do on the site: at least one story for each route that writes.
import { PASSWORD, newMark } from '../world.mjs';
import { LATER_MS } from './tale.mjs';

const OTHER_PASSWORD = 'a loud run at dawn';
const THIRD_PASSWORD = 'a slow swim at noon';
const addressOf = () => `${newMark()}@footnote.example`;

export const siteStories = {
  async 'a person signs up with a wrong address, and corrects it'(tale) {
    const ann = tale.visitor();
    const [wrong, right] = [addressOf(), addressOf()];
    await ann.does('POST', '/api/auth/register', { email: wrong, password: PASSWORD });
    await ann.sees('/api/auth/me', { email: wrong, emailVerified: false });
    await ann.does('PUT', '/api/auth/email', { email: right });
    await ann.sees('/api/auth/me', { email: right, emailVerified: false });
    const link = /\/verify-email\?token=([\w-]+)/;
    const earlier = await tale.mailed(right, link);
    await tale.visitor().does('POST', '/api/auth/resend-verification', { email: right });
    const token = await tale.mailed(right, link, earlier);
    await ann.does('POST', '/api/auth/verify-email', { token });
    await ann.sees('/api/auth/me', { email: right, emailVerified: true });
    await ann.does('POST', '/api/auth/logout');
    await ann.sees('/api/auth/me', 401);
    await ann.does('POST', '/api/auth/login', { email: right, password: PASSWORD });
    await ann.sees('/api/auth/me', { email: right });
  },

  async 'a password is changed, and another one set by a link'(tale) {
    const ann = await tale.person();
    const other = tale.visitor();
    await other.does('POST', '/api/auth/login', { email: ann.email, password: PASSWORD });
    await ann.does('POST', '/api/auth/me/confirm', { password: PASSWORD });
    const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    await ann.does('PUT', '/api/auth/update-password', change);
    await ann.sees('/api/auth/me', 200);
    await other.sees('/api/auth/me', 401);
    await other.does('POST', '/api/auth/login', { email: ann.email, password: PASSWORD }, 401);
    await other.does('POST', '/api/auth/forgot-password', { email: ann.email });
    const token = await tale.mailed(ann.email, /\/reset-password\?token=([\w-]+)/);
    await other.does('POST', '/api/auth/reset-password', { token, password: THIRD_PASSWORD });
    await other.does('POST', '/api/auth/login', { email: ann.email, password: THIRD_PASSWORD });
    await other.sees('/api/auth/me', { id: ann.id });
    await ann.sees('/api/auth/me', 401);
  },

  async 'a person looks after sessions'(tale) {
    const ann = await tale.person();
    const others = [tale.visitor(), tale.visitor()];
    for (const other of others)
      await other.does('POST', '/api/auth/login', { email: ann.email, password: PASSWORD });
    const [first] = others;
    const listed = await first.sees('/api/user/sessions', (sessions) => sessions.length === 3);
    const own = listed.find(({ isCurrent }) => isCurrent);
    await ann.does('DELETE', `/api/user/sessions/${own.id}`);
    await first.sees('/api/auth/me', 401);
    await ann.sees('/api/user/sessions', (sessions) => sessions.length === 2);
    await ann.does('DELETE', '/api/user/sessions');
    await others[1].sees('/api/auth/me', 401);
    await ann.sees('/api/user/sessions', (sessions) => sessions.length === 1);
  },

  async 'a profile has a name and a picture'(tale) {
    const ann = await tale.person();
    const bio = `I walk, ${newMark()}`;
    await ann.does('PATCH', '/api/user/profile', { bio });
    await ann.sees(`/api/users/${ann.id}`, { user: { bio } });
    await tale.visitor().comesToSee(`/api/users/${ann.id}`, { user: { bio } });
    await ann.does('POST', '/api/user/profile/picture', await tale.world.form('picture'));
    const { profilePictureUrl } = await ann.sees('/api/user', (user) => user.profilePictureUrl !== null);
    const hasPicture = ({ user }) => user.profilePictureUrl === profilePictureUrl;
    await tale.visitor().comesToSee(`/api/users/${ann.id}`, hasPicture);
    await tale.visitor().sees(profilePictureUrl, 200);
    await ann.does('DELETE', '/api/user/profile/picture');
    await ann.sees('/api/user', { profilePictureUrl: null });
    await tale.visitor().comesToSee(profilePictureUrl, 404, LATER_MS);
  },

  async 'an account is to be deleted, and is not'(tale) {
    const ann = await tale.person();
    await ann.does('POST', '/api/user/deletion', { password: PASSWORD });
    await ann.sees('/api/user', ({ deletionDueAt }) => deletionDueAt !== null);
    await ann.does('DELETE', '/api/user/deletion');
    await ann.sees('/api/user', { deletionDueAt: null });
  },

  async 'a visitor keeps the rating of a photo, and drops it'(tale) {
    const visitor = tale.visitor();
    const { imageUrl, imageHash } = await visitor.does('POST', '/api/upload', await tale.world.form());
    await visitor.sees(new URL(imageUrl, tale.world.url).pathname, 200);
    await visitor.does('PUT', '/api/ratings/pending', { imageUrl, imageHash });
    await visitor.sees('/api/ratings/pending', { rating: { imageHash } });
    await visitor.does('DELETE', '/api/ratings/pending');
    await visitor.sees('/api/ratings/pending', { rating: null });
  },

  async 'a rated photo becomes a post, and is deleted'(tale) {
    const ann = await tale.person();
    const rating = await ann.does('POST', '/api/upload', await tale.world.form());
    const { id } = await ann.does('POST', '/api/posts/publish', rating);
    await ann.sees(`/api/posts/${id}`, { id, imageHash: rating.imageHash });
    await ann.sees('/api/user/posts', (posts) => posts.some((post) => post.id === id));
    await tale.visitor().comesToSee(`/api/posts/${id}`, { id });
    await ann.does('DELETE', `/api/user/posts/${id}`);
    await ann.sees(`/api/posts/${id}`, 404);
    await tale.visitor().comesToSee(`/api/posts/${id}`, 404);
    await ann.sees('/api/user/posts', (posts) => posts.every((post) => post.id !== id));
  },

  async 'two people talk about a post'(tale) {
    const [ann, bob] = [await tale.person(), await tale.person()];
    const post = await tale.post(ann);
    const address = `/api/posts/${post}/comments`;
    const first = await ann.does('POST', address, { text: 'A calm picture.' });
    await ann.sees(address, [{ id: first.id, text: 'A calm picture.' }]);
    await bob.comesToSee(address, [{ id: first.id }]);
    const reply = await bob.does('POST', address, { text: 'So it is.', parentCommentId: first.id });
    await bob.sees(address, [{ id: first.id, replies: [{ id: reply.id }] }]);
    await ann.comesToSee(address, [{ replies: [{ id: reply.id }] }]);
    await ann.does('POST', `/api/comments/${reply.id}/like`);
    await ann.sees(`/api/comments/${reply.id}/like`, { liked: true });
    await bob.comesToSee(address, [{ replies: [{ id: reply.id, likesCount: 1 }] }]);
    await ann.does('DELETE', `/api/comments/${reply.id}/like`);
    await ann.sees(`/api/comments/${reply.id}/like`, { liked: false });
    await ann.does('DELETE', `/api/comments/${first.id}`);
    await ann.sees(address, (comments) => comments.length === 0);
    await bob.comesToSee(address, (comments) => comments.length === 0);
    await bob.does('POST', `/api/comments/${reply.id}/like`, undefined, 404);
  },

  async 'a post is liked, rated and reported'(tale) {
    const [ann, bob] = [await tale.person(), await tale.person()];
    const post = await tale.post(ann);
    await bob.does('POST', `/api/posts/${post}/like`);
    await bob.sees(`/api/posts/${post}`, { likesCount: 1 });
    await bob.sees(`/api/posts/${post}/like`, { liked: true });
    await ann.comesToSee(`/api/posts/${post}`, { likesCount: 1 });
    await bob.does('DELETE', `/api/posts/${post}/like`);
    await bob.sees(`/api/posts/${post}`, { likesCount: 0 });
    await bob.does('POST', '/api/ratings/submit', { postId: post, overallScore: 9 });
    await bob.sees(`/api/posts/${post}/user-rating`, { rating: 9 });
    await bob.sees(`/api/me/marks?thread=${post}`, { ratings: { [post]: 9 } });
    await ann.comesToSee(`/api/posts/${post}`, { ratingsCount: 1 });
    await ann.comesToSee('/api/me/news', { posts: [{ postId: post, votes: 1 }] });
    const upTo = new Date(Date.now() + 60_000).toISOString();
    await ann.does('PUT', '/api/me/inbox/read', { upTo, postId: post });
    await ann.sees('/api/me/news', ({ posts }) => posts.length === 0);
    await bob.does('POST', '/api/ratings/submit', { postId: post, overallScore: 8 }, 409);
    await bob.does('POST', `/api/posts/${post}/report`, { category: 'spam', reason: 'An advert.' });
    const { id: comment } = await ann.does(
      'POST',
      `/api/posts/${post}/comments`,
      { text: 'Buy shoes.' },
      201,
    );
    await bob.does('POST', `/api/comments/${comment}/report`, { category: 'spam', reason: 'An advert.' });
    await bob.does('POST', `/api/users/${ann.id}/report`, { category: 'spam', reason: 'An advert.' });
    const moe = await tale.admin('moe');
    for (const [of, subject] of [
      [post, 'post'],
      [comment, 'comment'],
      [ann.id, 'profile'],
    ]) {
      await moe.comesToSee(`/api/rtm-sys/reports?post=${of}`, [{ subject, subjectId: of, category: 'spam' }]);
    }
  },

  async 'photos are rated one after another'(tale) {
    const [ann, bob] = [await tale.person(), await tale.person()];
    const post = await tale.post(ann);
    await bob.comesToSee('/api/rate?limit=10', ({ photos }) => photos.length > 0);
    await bob.does('POST', '/api/ratings/submit', { postId: post, overallScore: 9, via: 'rate' });
    await bob.sees('/api/rate?limit=10', ({ photos }) => photos.every(({ id }) => id !== post));
  },

  async 'the score sheet of a post is shown, and hidden again'(tale) {
    const ann = await tale.person();
    const rating = await ann.does('POST', '/api/upload', await tale.world.form());
    const { id: post } = await ann.does('POST', '/api/posts/publish', rating);
    const sheet = `/api/user/posts/${post}/score-sheet`;
    await ann.does('PUT', sheet, { isPublic: true });
    await ann.sees(sheet, { isPublic: true });
    await tale.visitor().comesToSee(`/api/posts/${post}`, ({ scoreSheet }) => scoreSheet !== undefined);
    await ann.does('PUT', sheet, { isPublic: false });
    await ann.sees(sheet, { isPublic: false });
    await tale.visitor().comesToSee(`/api/posts/${post}`, ({ scoreSheet }) => scoreSheet === undefined);
  },

  async 'a person chooses which mails to get, and unsubscribes by a link'(tale) {
    const [ann, bob] = [await tale.person(), await tale.person()];
    await ann.does('PATCH', '/api/auth/email-preferences', { emailNotificationsRating: false });
    await ann.sees('/api/user', { emailNotificationsRating: false, emailNotificationsComment: true });
    await bob.does('POST', `/api/posts/${await tale.post(ann)}/comments`, { text: 'A calm picture.' });
    const token = await tale.mailed(ann.email, /\/unsubscribe\?token=([\w.-]+)/);
    await tale.visitor().does('POST', `/api/unsubscribe?token=${token}`);
    await ann.comesToSee('/api/user', { emailNotificationsComment: false });
  },

  async 'a boost is bought and applied, another one bought for a post'(tale) {
    const ann = await tale.person();
    const [post, other] = [await tale.post(ann), await tale.post(ann)];
    const { url } = await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
    await tale.pay(ann, url);
    await ann.comesToSee('/api/boosts/unclaimed', { count: 1 }, LATER_MS);
    await ann.does('POST', `/api/posts/${post}/apply-boost`);
    await ann.sees(`/api/posts/${post}`, { isBoosted: true, boostType: 'regular' });
    await ann.sees('/api/boosts/unclaimed', { count: 0 });
    await tale.visitor().comesToSee(`/api/posts/${post}/boost`, { boost: { boostType: 'regular' } });
    const { checkoutUrl } = await ann.does('POST', `/api/posts/${other}/boost`, { boostType: 'mega' });
    await tale.pay(ann, checkoutUrl);
    await tale.visitor().comesToSee(`/api/posts/${other}`, { isBoosted: true, boostType: 'mega' }, LATER_MS);
  },

  async 'a checkout is dropped, and a boost given back'(tale) {
    const ann = await tale.person();
    await ann.does('POST', '/api/boost/checkout', { boostType: 'regular' });
    const [open] = await ann.sees('/api/user/payments?part=open', (payments) => payments.length === 1);
    await ann.does('POST', `/api/user/payments/${open.id}/drop`);
    await ann.comesToSee('/api/user/payments?part=open', (payments) => payments.length === 0, LATER_MS);
    const { url } = await ann.does('POST', '/api/boost/checkout', { boostType: 'mega' });
    await tale.pay(ann, url);
    const isUnclaimed = ([newest]) => newest.boost?.state === 'unclaimed';
    const [{ id }] = await ann.comesToSee('/api/user/payments', isUnclaimed, LATER_MS);
    await ann.does('POST', `/api/user/payments/${id}/refund-request`);
    await ann.sees('/api/user/payments', [{ id, refundRequest: 'open' }]);
  },

  async 'a visitor donates, and comes back'(tale) {
    const { sessionIn } = await tale.built('test/support/payments.js');
    const visitor = tale.visitor();
    const { url } = await visitor.does('POST', '/api/donations/checkout', { amount: 500 });
    await visitor.sees(`/api/checkouts/${sessionIn(url)}`, { status: 'started', kind: 'donation' });
    await visitor.does('POST', `/api/checkouts/${sessionIn(url)}/return`);
    await tale.pay(visitor, url);
  },
};
