// Two people: one has posts, the other likes them and comments on them.
import { built } from '../outage/built.mjs';
import { Client } from '../outage/client.mjs';
import { Ledger } from '../outage/ledger.mjs';
import { Measures } from '../outage/measures.mjs';

export class Crowd {
  /** Registers both, each with a post. */
  static async join({ url, dataDir }) {
    const { seededRandom } = await built('src/demo/random.js');
    const ledger = new Ledger();
    const community = { url, dataDir, measures: new Measures(), ledger, repeats: true, posts: [] };
    const [one, other] = ['one', 'other'].map(
      (name, number) => new Client(number, community, seededRandom(name)),
    );
    await one.join();
    await other.join();
    return Object.assign(new Crowd(), { one, other, community });
  }

  /** The site has another address since its start. */
  moveTo(url) {
    for (const { site, reader } of [this.one, this.other]) site.url = reader.url = url;
  }

  /** What a visitor or a signed-in person cannot do; null for nothing. */
  async problem() {
    const { posts, ledger } = this.community;
    const read = (address) => this.one.reader.request('GET', address);
    const pages = ['/', '/health/ready', `/api/users/${this.one.userId}`, '/api/leaderboard/weekly'];
    for (const address of [...pages, ...posts.map(({ id }) => `/api/posts/${id}`)]) {
      const { status } = await read(address);
      if (status !== 200) return `${address} answers ${status}`;
    }
    const shown = new Set((await read('/api/posts')).body.map(({ id }) => id));
    if (!posts.every(({ id }) => shown.has(id))) return 'the board lacks a post';
    const { acknowledged } = ledger;
    await this.other.like();
    await this.other.comment();
    return ledger.acknowledged === acknowledged + 2 ? null : 'a like or a comment is refused';
  }
}
