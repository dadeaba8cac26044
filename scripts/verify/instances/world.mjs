// What all people share, and what was found wrong so far.
import { built } from '../outage/built.mjs';
import { Ledger } from '../outage/ledger.mjs';
import { Measures } from '../outage/measures.mjs';
import { Site } from '../outage/site.mjs';
import { CLIENT } from './balancer.mjs';

export class World {
  measures = new Measures();
  ledger = new Ledger();
  /** The posts that are public, with their owners. */
  posts = [];
  /** Reads by their writer, right after a write and through another process, and those that did not show it. */
  readsAfterWrites = 0;
  /** @type {{ what: string, at: number }[]} */
  stale = [];
  /** What is shown although it was hidden, removed or erased a second before. */
  leaks = [];
  looks = 0;
  /** The addresses of people who wait for the first mail. */
  newcomers = [];
  /** Of a newcomer for the first mail. */
  longestMailMs = 0;
  /** How many checkouts were paid since then. */
  paid = 0;
  /** Where the log ended before. */
  begin = 0;
  deliveries = [];
  #pictures = 0;

  /** @param {string} publicUrl  the same in the words of a browser  @param servers those of {@link Servers} */
  constructor(url, publicUrl, servers, seed) {
    Object.assign(this, { url, publicUrl, servers, seed });
  }

  /** A browser, whose requests the balancer sends to one process after the other. */
  browser(name) {
    const site = new Site(this.url, this.measures, this.ledger, true);
    site.headers = { [CLIENT]: name };
    return site;
  }

  /** Works on the log past Footnote, with a connection of our own. */
  async withLog(work) {
    const { EventStoreEventLog } = await built(
      'src/infrastructure/event-log/eventstore/eventstore-event-log.js',
    );
    const log = new EventStoreEventLog(this.servers.log.url);
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }

  /** A form with a picture that there was not before. */
  async form(field = 'image') {
    const { jpegPhoto } = await built('test/support/photos.js');
    this.#pictures += 1;
    const picture = await jpegPhoto(`instances/${this.seed}/${this.#pictures}`);
    const form = new FormData();
    form.append(field, new Blob([picture], { type: 'image/jpeg' }), 'feet.jpg');
    return form;
  }

  /** Registers a person, who waits for a mail. @returns {Promise<{ id: string, email: string }>} */
  async register(browser, email) {
    const answer = await browser.write('POST /api/auth/register', 'POST', '/api/auth/register', {
      email,
      password: PASSWORD,
    });
    if (answer?.status !== 201)
      throw new Error(`${email} could not register: ${JSON.stringify(answer?.body)}`);
    this.newcomers.push(email);
    return answer.body;
  }

  /** The mails to an address so far. */
  mailsTo(email) {
    return this.servers.mails.taken.filter(({ to }) => to?.some(({ address }) => address === email));
  }

  /** Pays what the site has opened at the provider. */
  async pay(checkout) {
    const { sessionIn } = await built('test/support/payments.js');
    await this.atProvider((sandbox) => sandbox.actOnCheckout(sessionIn(checkout), 'pay'));
    this.paid += 1;
  }

  /** Does something at the provider, whose notices go to any process, twice. */
  async atProvider(act) {
    const { deliver } = await built('test/support/payments/buyers.js');
    const { sandbox } = this.servers;
    const before = new Set(sandbox.undelivered());
    const result = act(sandbox);
    const events = sandbox.undelivered().filter((id) => !before.has(id));
    for (const id of [...events, ...events]) this.deliveries.push(deliver(this, sandbox, id));
    return result;
  }
}

export const PASSWORD = 'a quiet walk at dusk';

/** Letters that make neither a telephone number nor a rude word, which texts must not have. */
const LETTERS = 'jlmnqrvy';

export function newMark() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => LETTERS[byte & 7]).join('');
}
