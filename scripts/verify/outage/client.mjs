// A person who reads, publishes, comments, rates and likes without a break, and writes down what was acknowledged.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from './built.mjs';
import { Site } from './site.mjs';

const PASSWORD = 'a quiet walk at dusk';
const READ_PAUSE_MS = 200;
const WRITE_PAUSE_MS = 150;
/** The share of writes by kind; the rest are likes. Pictures are expensive, so few are published. */
const SHARES = { comment: 0.6, rate: 0.8, publish: 0.81 };

export class Client {
  userId = '';
  /** Posts that this person has rated, perhaps. */
  rated = new Set();
  pictures = 0;

  /** @param community what all clients share: url, measures, ledger, repeats, the posts and the data folder */
  constructor(number, community, random) {
    Object.assign(this, { number, community, random });
    const { url, measures, ledger, repeats } = community;
    this.site = new Site(url, measures, ledger, repeats);
    this.reader = new Site(url, measures, ledger, repeats);
  }

  /** Registers, opens the link in the mail and publishes a first post. */
  async join() {
    const email = `outage-${this.number}@footnote.localhost`;
    const { body } = await this.needed('POST', '/api/auth/register', { email, password: PASSWORD });
    this.userId = body.id;
    const token = await this.mailedToken(email);
    await this.needed('POST', '/api/auth/verify-email', { token });
    this.reader.cookies = this.site.cookies;
    await this.publish();
  }

  async readOn(isOver) {
    const pages = [
      ['GET /api/posts', () => '/api/posts'],
      ['GET /api/posts/{id}', () => `/api/posts/${this.anyPost()}`],
      ['GET /api/users/{id}', () => `/api/users/${this.userId}`],
      ['GET /api/posts/{id}/comments', () => `/api/posts/${this.anyPost()}/comments`],
    ];
    for (let turn = this.number; !isOver(); turn += 1) {
      const [what, address] = pages[turn % pages.length];
      await this.reader.read(what, address());
      if (turn % 8 === 0) await this.reader.read('GET /health/ready', '/health/ready', 'ready');
      await sleep(READ_PAUSE_MS * (0.5 + this.random()));
    }
  }

  async writeOn(isOver) {
    while (!isOver()) {
      await this.act();
      await sleep(WRITE_PAUSE_MS * (0.5 + this.random()));
    }
  }

  async act() {
    const chance = this.random();
    if (chance < SHARES.comment) return this.comment();
    if (chance < SHARES.rate) {
      const postId = this.community.posts.find(
        (post) => !this.rated.has(post.id) && post.ownerId !== this.userId,
      )?.id;
      return postId ? this.rate(postId) : this.comment();
    }
    return chance < SHARES.publish ? this.publish() : this.like();
  }

  async comment() {
    const { ledger } = this.community;
    const mark = newMark();
    const postId = this.anyPost();
    const text = `A calm picture, note ${mark}`;
    const answer = await this.written('POST', `/api/posts/${postId}/comments`, { text }, 201);
    if (answer) ledger.comments.set(mark, { postId, id: answer.body.id });
    else ledger.uncertain.add(mark);
  }

  async rate(postId) {
    this.rated.add(postId);
    const overallScore = Math.floor(this.random() * 11);
    const answer = await this.written('POST', '/api/ratings/submit', { postId, overallScore }, 200);
    if (answer) this.community.ledger.ratings.set(`${postId}/${this.userId}`, overallScore);
  }

  async like() {
    const { likes } = this.community.ledger;
    const postId = this.anyPost();
    const key = `${postId}/${this.userId}`;
    const liked = !likes.get(key);
    likes.delete(key);
    const answer = await this.written(liked ? 'POST' : 'DELETE', `/api/posts/${postId}/like`, undefined, 200);
    if (answer) likes.set(key, liked);
  }

  async publish() {
    const { drawFeet } = await built('src/demo/drawing/draw-feet.js');
    const { seededRandom } = await built('src/demo/random.js');
    this.pictures += 1;
    const picture = await drawFeet(seededRandom(`outage/${this.number}/${this.pictures}`));
    const form = new FormData();
    form.append('image', new Blob([picture], { type: 'image/jpeg' }), 'feet.jpg');
    const rating = await this.written('POST', '/api/upload', form, 201);
    const answer = rating && (await this.written('POST', '/api/posts/publish', rating.body, 201));
    if (!answer) return;
    const { id } = answer.body;
    this.community.ledger.posts.set(id, this);
    if (await this.isPublic(id)) this.community.posts.push({ id, ownerId: this.userId });
  }

  /** Whether visitors see a new post. One that looks like another picture waits for a review. */
  async isPublic(id) {
    const visitor = new Site(this.community.url, this.site.measures, this.site.ledger, false);
    const answer = await visitor.read('GET /api/posts/{id}', `/api/posts/${id}`);
    return answer?.status === 200;
  }

  /** Writes and counts what was acknowledged. Answers null when the outcome is unknown or not the expected one. */
  async written(method, address, body, expected) {
    const { ledger } = this.community;
    const what = `${method} ${address.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`;
    const answer = await this.site.write(what, method, address, body);
    if (answer?.status === expected) {
      ledger.acknowledged += 1;
      return answer;
    }
    if (answer) ledger.surprise(what, answer);
    return null;
  }

  async needed(method, address, body) {
    const answer = await this.site.request(method, address, body);
    if (answer.status >= 300)
      throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  anyPost() {
    const { posts } = this.community;
    return posts[Math.floor(this.random() * posts.length)].id;
  }

  async mailedToken(address) {
    const { FolderMailer } = await built('src/infrastructure/mail/folder-mailer.js');
    const box = new FolderMailer(
      join(this.community.dataDir, 'mail'),
      { name: '', address },
      { now: () => new Date() },
    );
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const id = (await box.list(1000)).find(({ to }) => to === address)?.id;
      const token = id && /verify-email\?token=([\w-]+)/.exec((await box.read(id))?.text ?? '')?.[1];
      if (token) return token;
      await sleep(100);
    }
    throw new Error(`No mail to ${address} arrived.`);
  }
}

/** Letters that make neither a telephone number nor a rude word, which comments must not have. */
const LETTERS = 'jlmnqrvy';

function newMark() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => LETTERS[byte & 7]).join('');
}
