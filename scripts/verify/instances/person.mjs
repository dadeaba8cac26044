// A person who writes through one process, reads through another at once, and knows what has to be there.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './processes.mjs';
import { PASSWORD, newMark } from './world.mjs';

/** How long a read is repeated while no process can answer. */
const READ_PATIENCE_MS = 30_000;
/** The share of what a person does, in turn; the rest are likes. */
const SHARES = [
  [0.25, 'comment'],
  [0.35, 'deleteComment'],
  [0.5, 'rate'],
  [0.62, 'changeProfile'],
  [0.63, 'publish'],
  [0.64, 'buy'],
  [0.65, 'invite'],
];

/** A mail waits for each takeover, and for the mails before it. */
const MAIL_MS = 300_000;

export class Person {
  id = '';
  bio = null;
  /** The posts that this person likes. */
  liked = new Set();
  /** How often they have liked and unliked, by post. */
  toggles = new Map();
  ratings = new Map();
  /** Their comments that are there, and all that were. */
  comments = [];
  posted = [];
  deleted = [];
  published = [];
  profileChanges = 0;
  invited = 0;

  constructor(number, world, random) {
    Object.assign(this, { number, world, random, browser: world.browser(`person-${number}`) });
  }

  /** Registers, opens the link in the mail, and signs in. */
  async join() {
    const { world } = this;
    const email = `person-${this.number}@footnote.example`;
    const first = world.browser(`first-${this.number}`);
    this.id = (await world.register(first, email)).id;
    const asked = performance.now();
    const mail = await until(`a mail to ${email} arrives`, () => world.mailsTo(email)[0], MAIL_MS);
    world.longestMailMs = Math.max(world.longestMailMs, performance.now() - asked);
    const [, token] = /\/verify-email\?token=([\w-]+)/.exec(mail.text);
    await this.needed(first, '/api/auth/verify-email', { token });
    await this.needed(this.browser, '/api/auth/login', { email, password: PASSWORD });
  }

  async needed(browser, address, body) {
    const answer = await browser.write(`POST ${address}`, 'POST', address, body);
    // Repeated without its first answer, a link in a mail has been used.
    const isDone = answer?.status === 200 || answer?.body.message?.includes('already been used');
    if (!isDone) throw new Error(`${address} answered ${JSON.stringify(answer)}`);
  }

  /** @param {() => number} pause  milliseconds between two acts */
  async live(isOver, pause) {
    while (!isOver()) {
      const chance = this.random();
      const [, act] = SHARES.find(([below]) => chance < below) ?? [1, 'like'];
      await this[act]();
      const wait = pause();
      if (wait > 0) await sleep(wait * (0.5 + this.random()));
    }
  }

  async like() {
    const { id } = this.anyPost();
    const liked = !this.liked.has(id);
    const address = `/api/posts/${id}/like`;
    if (!(await this.wrote(liked ? 'POST' : 'DELETE', address, undefined, 200))) return;
    if (liked) this.liked.add(id);
    else this.liked.delete(id);
    this.toggles.set(id, (this.toggles.get(id) ?? 0) + 1);
    const isSeen = await (this.random() < 0.5
      ? this.reads(address, ({ body }) => body.liked === liked)
      : this.reads(`/api/me/marks?thread=${id}`, ({ body }) => body.likedPosts.includes(id) === liked));
    this.expect(isSeen, `${liked ? 'a' : 'no'} like of ${id}`);
  }

  async comment() {
    const { id: postId } = this.anyPost();
    const text = `A calm picture, note ${newMark()}`;
    const answer = await this.wrote('POST', `/api/posts/${postId}/comments`, { text }, 201);
    if (!answer) return;
    const { id } = answer.body;
    this.comments.push({ id, postId });
    this.posted.push(id);
    this.expect(await this.readsComments(postId, (ids) => ids.includes(id)), `comment ${id}`);
  }

  async deleteComment() {
    const [one] = this.comments;
    if (!one) return this.comment();
    if (!(await this.wrote('DELETE', `/api/comments/${one.id}`, undefined, 200))) return;
    this.comments.shift();
    this.deleted.push(one.id);
    this.expect(await this.readsComments(one.postId, (ids) => !ids.includes(one.id)), `no comment ${one.id}`);
  }

  readsComments(postId, isIn) {
    return this.reads(`/api/posts/${postId}/comments`, ({ body }) => isIn(body.map(({ id }) => id)));
  }

  async rate() {
    const post = this.world.posts.find(({ id, ownerId }) => ownerId !== this.id && !this.ratings.has(id));
    if (!post) return this.like();
    const overallScore = Math.floor(this.random() * 11);
    if (!(await this.wrote('POST', '/api/ratings/submit', { postId: post.id, overallScore }, 200))) return;
    this.ratings.set(post.id, overallScore);
    const address = `/api/posts/${post.id}/user-rating`;
    this.expect(
      await this.reads(address, ({ body }) => body.rating === overallScore),
      `rating of ${post.id}`,
    );
  }

  async changeProfile() {
    const bio = `I walk, note ${newMark()}`;
    if (!(await this.wrote('PATCH', '/api/user/profile', { bio }, 200))) return;
    this.bio = bio;
    this.profileChanges += 1;
    const isSeen = await (this.random() < 0.5
      ? this.reads('/api/user', ({ body }) => body.bio === bio)
      : this.reads(`/api/users/${this.id}`, ({ body }) => body.user.bio === bio));
    this.expect(isSeen, `profile of ${this.id}`);
  }

  async publish() {
    const form = await this.world.form();
    const answer = await this.wrote('POST', '/api/posts/publish-direct', form, 201);
    if (!answer) return;
    const { id } = answer.body;
    this.published.push(id);
    let isPublic = false;
    const isShown = await this.reads(`/api/posts/${id}`, ({ body }) => {
      ({ isPublic } = body);
      return true;
    });
    this.expect(isShown, `post ${id}`);
    const isListed = ({ body }) => body.some((post) => post.id === id);
    this.expect(await this.reads('/api/user/posts', isListed), `post ${id} among the own ones`);
    // One that looks like another picture waits for a review.
    if (isPublic) this.world.posts.push({ id, ownerId: this.id });
  }

  async buy() {
    const answer = await this.wrote('POST', '/api/boost/checkout', { boostType: 'regular' }, 200);
    if (answer) await this.world.pay(answer.body.url);
  }

  /** Lets another person register. */
  async invite() {
    this.invited += 1;
    const name = `guest-${this.number}-${this.invited}`;
    await this.world.register(this.world.browser(name), `${name}@footnote.example`);
    this.world.ledger.acknowledged += 1;
  }

  /** Writes until it is answered, and counts what was acknowledged. Answers null for anything but the expected status. */
  async wrote(method, address, body, expected) {
    const { ledger } = this.world;
    const what = `${method} ${address.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`;
    const answer = await this.browser.write(what, method, address, body);
    if (answer?.status === expected) {
      ledger.acknowledged += 1;
      return answer;
    }
    ledger.surprise(what, answer ?? { status: 'no answer', body: null });
    return null;
  }

  /** Whether the first answer of a process has something. Repeats the read while none can answer. */
  async reads(address, has) {
    const what = `GET ${address.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`;
    for (const end = Date.now() + READ_PATIENCE_MS; Date.now() < end; await sleep(200)) {
      const answer = await this.browser.read(what, address);
      if (answer && answer.status < 500) return answer.status === 200 && has(answer);
    }
    this.world.ledger.surprise(what, { status: 'no answer', body: null });
    return true;
  }

  expect(isSeen, what) {
    const { world } = this;
    world.readsAfterWrites += 1;
    if (!isSeen) world.stale.push({ what: `person ${this.number}: ${what}`, at: performance.now() });
  }

  anyPost() {
    const { posts } = this.world;
    return posts[Math.floor(this.random() * posts.length)];
  }
}
