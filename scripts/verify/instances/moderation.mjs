// A moderator who hides and removes, and owners who erase people: a second later no process serves any of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from './person.mjs';
import { ADMIN_PASSWORD, until } from './processes.mjs';
import { newMark } from './world.mjs';

/** From then on it is served nowhere. */
const LIMIT_MS = 1000;
const PAUSE_MS = 3000;
/** How long a look at one address may take: the process may be frozen. */
const LOOK_MS = 10_000;
const DESK = '/api/rtm-sys';

/** What visitors see of a post and its author. */
const pagesOf = ({ postId, userId }) => [
  '/',
  '/leaderboard',
  `/post/${postId}`,
  `/user/${userId}`,
  '/api/posts',
  '/api/leaderboard/weekly',
  '/api/leaderboard/summary',
  `/api/posts/${postId}`,
  `/api/posts/${postId}/comments`,
  `/api/users/${userId}`,
];

export class Moderation {
  /** How long people were still seen after the event that deletes them, in milliseconds. */
  erasures = [];
  hidden = 0;

  /** @param {import('./processes.mjs').Instance[]} instances */
  constructor(world, instances, random) {
    Object.assign(this, { world, instances, random, moderator: world.browser('moe') });
    this.author = new Person('author', world, random);
  }

  async begin() {
    await this.world.servers.signIn(this.moderator, 'moe');
    await this.author.join();
  }

  /** Hides one after the other. */
  async workOn(isOver) {
    for (let turn = 0; !isOver(); turn += 1) {
      await (turn % 3 === 2 ? this.hidePost(turn % 2 === 0) : this.hideComment());
      await sleep(PAUSE_MS * this.random());
    }
  }

  async hideComment() {
    const { id: postId } = this.author.anyPost();
    const mark = newMark();
    const text = `A calm picture, note ${mark}`;
    const { body } = await this.#written(this.author.browser, 'POST', `/api/posts/${postId}/comments`, {
      text,
    });
    const pages = [`/api/posts/${postId}/comments`, `/post/${postId}`];
    await this.#untilSeen(pages.slice(0, 1), [mark]);
    await this.#written(this.moderator, 'DELETE', `${DESK}/comments/${body.id}`, { reason: 'spam' });
    await this.#expectGone(`hidden comment ${body.id}`, pages, [mark]);
  }

  /** Of a new author: the next post of one whose post was hidden has to be reviewed. */
  async hidePost(isRemoved) {
    const author = new Person(`author-${this.hidden}`, this.world, this.random);
    await author.join();
    const { id, picture } = await this.#publish(author);
    const address = `${DESK}/posts/${id}`;
    await (isRemoved
      ? this.#written(this.moderator, 'DELETE', address, { reason: 'spam' })
      : this.#written(this.moderator, 'PATCH', address, { isPublic: false, reason: 'spam' }));
    const pages = pagesOf({ postId: id, userId: author.id });
    await this.#expectGone(`${isRemoved ? 'removed' : 'hidden'} post ${id}`, pages, [picture], picture);
  }

  /**
   * Two owners delete an account, through one process after the other.
   * @param {string} name  that nobody else has
   * @param {import('./processes.mjs').Instance | undefined} frozen  is stopped meanwhile, and asked as soon as it goes on
   */
  async erase(name, frozen) {
    const { world } = this;
    const person = new Person(name, world, this.random);
    await person.join();
    const marks = Array.from({ length: 3 }, newMark);
    const [shownName, bio, words] = marks;
    const displayUsername = `Otter ${shownName}`;
    await this.#written(person.browser, 'PATCH', '/api/user/profile', {
      displayUsername,
      bio: `I walk, ${bio}`,
    });
    const { id: postId, picture } = await this.#publish(person);
    const { id: otherId } = person.anyPost();
    const comment = { text: `A calm picture, ${words}` };
    for (const id of [postId, otherId])
      await this.#written(person.browser, 'POST', `/api/posts/${id}/comments`, comment);
    const pages = [
      ...pagesOf({ postId, userId: person.id }),
      `/post/${otherId}`,
      `/api/posts/${otherId}/comments`,
    ];
    await this.#untilSeen([`/api/users/${person.id}`, `/api/posts/${postId}/comments`], [bio, words]);
    await this.#untilSeen([`/user/${person.id}`, `/api/posts/${postId}`], [shownName]);

    const [one, other] = [world.browser('olga'), world.browser('otto')];
    await world.servers.signIn(one, 'olga');
    await world.servers.signIn(other, 'otto');
    const proof = { currentPassword: ADMIN_PASSWORD };
    const order = { reason: 'spam', note: 'A machine.' };
    const asked = await this.#written(one, 'DELETE', `${DESK}/users/${person.id}`, order);
    frozen?.site.signal('SIGSTOP');
    await this.#written(other, 'POST', `${DESK}/proposals/${asked.body.id}/confirm`, proof);
    await this.#isErased(person.id);
    const erasedAt = performance.now();
    const all = [...marks, picture];
    const awake = this.instances.filter((instance) => instance !== frozen);
    const seenFor = async () => {
      // A look takes a while: what it shows was there when it began.
      for (let shownAt = erasedAt; ;) {
        const began = performance.now();
        if ((await this.#seen(awake, pages, all, picture)).length === 0) return shownAt - erasedAt;
        if (began - erasedAt > LOOK_MS) return Number.POSITIVE_INFINITY;
        shownAt = began;
      }
    };
    this.erasures.push(await seenFor());
    await sleep(Math.max(0, erasedAt + LIMIT_MS - performance.now()));
    frozen?.site.signal('SIGCONT');
    await this.#expectGone(`erased person ${name}`, pages, all, picture, 0);
  }

  /** Waits until the log says that the account is deleted. */
  #isErased(id) {
    return this.world.withLog((log) =>
      until(`account ${id} is deleted`, async () => {
        const events = await log.readStream(`account-${id}`);
        return events.some(({ type }) => type === 'AccountDeleted');
      }),
    );
  }

  async #publish(person) {
    const form = await this.world.form();
    const { body } = await this.#written(person.browser, 'POST', '/api/posts/publish-direct', form);
    const post = await person.browser.read('GET /api/posts/{id}', `/api/posts/${body.id}`);
    // One that looks like another picture waits for a review.
    if (!post.body.isPublic) return this.#publish(person);
    const picture = new URL(post.body.imageUrl, this.world.url).pathname;
    await this.#untilSeen([`/api/posts/${body.id}`, picture], [picture], picture);
    return { id: body.id, picture };
  }

  /** A decision of a moderator may be carried out later, but it counts from its answer on. */
  async #written(browser, method, address, body) {
    const answer = await browser.write(`${method} of moderation`, method, address, body);
    if (!answer || answer.status >= 300)
      throw new Error(`${method} ${address} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    return answer;
  }

  /** Else that nothing is seen later would say nothing. */
  async #untilSeen(pages, marks, picture) {
    await until(`every process shows ${marks}`, async () => {
      const ready = [];
      for (const instance of this.instances) if (await instance.isReady()) ready.push(instance);
      const seen = await this.#seen(ready, pages, marks, picture);
      return ready.length > 0 && seen.length === pages.length * ready.length;
    });
  }

  async #expectGone(what, pages, marks, picture, patience = LIMIT_MS) {
    await sleep(patience);
    this.hidden += 1;
    const seen = await this.#seen(this.instances, pages, marks, picture);
    this.world.looks += pages.length * this.instances.length;
    this.world.leaks.push(...seen.map((where) => `${what} is shown by ${where}`));
  }

  /** The pages of processes, as visitors get them, that have one of these marks, and whether the picture itself is there. */
  async #seen(instances, pages, marks, picture) {
    const looks = instances.flatMap((instance) =>
      [...new Set([...pages, ...(picture ? [picture] : [])])].map(async (page) => {
        const answer = await fetch(new URL(page, instance.url), { signal: AbortSignal.timeout(LOOK_MS) })
          .then(async (response) => ({ isThere: response.ok, text: await response.text() }))
          .catch(() => null);
        const isSeen = page === picture ? answer?.isThere : marks.some((mark) => answer?.text.includes(mark));
        return isSeen ? [`${instance.name} ${page}`] : [];
      }),
    );
    return (await Promise.all(looks)).flat();
  }
}
