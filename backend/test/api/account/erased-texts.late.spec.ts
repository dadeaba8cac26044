import { openApiOf } from '../../../src/api/http/openapi.js';
import { Account } from '../../../src/domain/account/account.js';
import { newAdmin, signedInAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { askForDeletion, DAY, deleteDue } from '../../support/erasure.js';
import { DESK, Desk } from '../../support/desk.js';
import { freeze } from '../../support/frozen-view.js';
import { gate } from '../../support/gate.js';
import { usePerson } from '../../support/people.js';
import { PERMISSIONS } from '../../support/permissions.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';

/** Views whose documents are one person's, and disappear with the erasure. */
const OF_ONE_PERSON = ['accounts', 'people', 'names'];

describe('from the erasure of a person on', () => {
  const app = useOwnApp('freezes views, and holds up an erasure');
  const ann = usePerson(app, 'markermail@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const ids: string[] = [];
  const pages = ['/', '/leaderboard', '/sitemap.xml'];
  const markers: string[] = [];
  let card: string;
  /** Marks a text of Ann's, or about her. */
  const marked = (name: string) => {
    markers.push(`marker${name}`);
    return `marker${name}`;
  };

  beforeAll(async () => {
    for (const name of ['moe', 'mia'] as const) await newAdmin(app, name, 'moderator');
    await newAdmin(app, 'olga', 'owner');
    const [moe, mia] = [await signedInAdmin(app, 'moe'), await signedInAdmin(app, 'mia')];
    const done = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
      const { id, actId, actIds } = body as { id?: string; actId?: string; actIds?: string[] };
      const made = actId ?? actIds?.[0] ?? id ?? '';
      if (made) ids.push(made);
      return made;
    };
    markers.push(ann.user.anonymousUsername.toLowerCase());
    await done(
      ann.changeProfile({
        displayUsername: marked('name'),
        bio: marked('bio'),
        socialLinks: { instagram: `https://www.instagram.com/${marked('link')}` },
      }),
    );
    const [hers, his] = [await publishPost(app, ann.id, 7), await publishPost(app, bob.id, 7)];
    ids.push(ann.id, bob.id, hers, his);
    card = `/api/posts/${hers}/card.png`;
    pages.push(`/user/${ann.id}`, `/post/${hers}`, `/post/${his}`);
    await done(ann.comment(his, marked('comment')));
    const hidden = await done(ann.comment(his, marked('hiddencomment')));
    const ofComment = await done(moe.hideComment(hidden, { reason: 'abuse', note: marked('commentnote') }));
    await done(moe.undo(ofComment, marked('commentundo')));
    await done(ann.report(his, { category: 'spam', reason: marked('report') }));
    const report = `${his}-${ann.id}`;
    ids.push(report);
    await done(moe.post(`/api/rtm-sys/reports/${report}/notes`, { text: marked('reportnote') }));
    const decision = { status: 'dismissed', note: marked('decision') };
    const dismissed = await done(moe.decideReport(report, decision));
    await done(ann.appeal(dismissed, marked('appeal')));
    await settled(app);
    await done(mia.decideAppeal(dismissed, false, marked('appealnote')));
    await done(
      moe.undo(await done(moe.hide(hers, { reason: 'spam', note: marked('hide') })), marked('undo')),
    );
    await done(ann.rate(his, 7));
    const rating = { postId: his, userId: ann.id, note: marked('rating') };
    await done(moe.post('/api/rtm-sys/ratings/exclude', rating));
    await done(moe.post(`/api/rtm-sys/raters/${ann.id}/exclude`, { note: marked('rater') }));
    const suspension = { ...suspensionFor('Spam.'), code: 'spam', note: marked('suspension') } as const;
    await send(app, Account.SuspendAccount({ accountId: ann.id, ...suspension }));
    ids.push(suspension.suspensionId);
    await settled(app);
  });

  /** The markers in any answer to a GET. */
  const shown = async (browsers: readonly Browser[], at: string) => {
    const { codec, log } = app.adapters.storage;
    const events = await log.readAll(0, 1000);
    const hers = events.filter((event) => codec.subjectOf(event) === ann.id).map(({ id }) => id);
    const paths = Object.entries(openApiOf(app.server).paths)
      .filter(([path, { get }]) => get && path !== '/api/live' && !path.endsWith('.png'))
      .map(([path]) => path);
    const addresses = [...paths, ...pages].flatMap((path) => {
      const filled = /\{\w+\}/.test(path)
        ? [...ids, ...(path.includes('/audit/') ? hers : [])].map((id) => path.replaceAll(/\{\w+\}/g, id))
        : [path];
      const given = PERMISSIONS[`GET ${path}`]?.query ?? '';
      // A process folds each board of the past.
      if (path.endsWith('/as-of/board')) return [`${path}?at=${at}`];
      const queries = path.includes('{') ? [''] : ['', given, '?format=csv', '?q=marker', '?search=marker'];
      if (path.includes('/as-of/')) queries.push(`?at=${at}`);
      return filled.flatMap((address) => queries.map((query) => `${address}${query}`));
    });
    const found = new Map<string, string>();
    for (const browser of browsers) {
      for (const address of new Set(addresses)) {
        // The rest is the same for everyone.
        if (address.startsWith(DESK) !== browser instanceof Desk) continue;
        if (!address.startsWith('/api') && browser === ann) continue;
        const { status, body } = await browser.get(address);
        expect([address, status]).not.toEqual([address, 500]);
        const text = (typeof body === 'string' ? body : JSON.stringify(body)).toLowerCase();
        for (const marker of markers) if (text.includes(marker)) found.set(marker, address);
      }
    }
    return found;
  };

  it('no answer has a text of theirs, however late the key is destroyed and the views are built', async () => {
    const at = app.clock.now().toISOString();
    const readers = async () => [app.browser(), ann, await signedInAdmin(app, 'olga')];
    const before = await shown(await readers(), at);
    expect((await app.browser().get(card)).status).toBe(200);
    expect(markers.filter((marker) => !before.has(marker))).toEqual([]);
    await askForDeletion(ann);
    await settled(app);
    app.clock.advance(7 * DAY);
    const { keys } = app.adapters.storage;
    const [destroy, held] = [keys.destroy.bind(keys), gate()];
    keys.destroy = async (...people) => {
      await held.opened;
      await destroy(...people);
    };
    using _ = freeze(app, ...OF_ONE_PERSON);
    try {
      expect(await deleteDue(app)).toBe(1);
      expect(await keys.find([ann.id])).not.toEqual(new Map([[ann.id, 'destroyed']]));
      expect([...(await shown(await readers(), at))]).toEqual([]);
      // It was drawn with the name.
      expect((await app.browser().get(card)).status).toBe(404);
    } finally {
      held.open();
    }
    await settled(app);
  });
});
