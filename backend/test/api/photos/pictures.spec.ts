import { CurrentView } from '../../../src/api/photos/await-view-current.js';
import { PictureAccess } from '../../../src/api/photos/images.controller.js';
import type { Account as Owner } from '../../../src/domain/account/account-state.js';
import { Account } from '../../../src/domain/account/account.js';
import type { Photo } from '../../../src/domain/photo/photo.js';
import { Post } from '../../../src/domain/post/post.js';
import type { Alarm } from '../../../src/kernel/alarms.js';
import type { AnyAggregate } from '../../../src/kernel/aggregate.js';
import { DEADLINES, type DeadlineName } from '../../../src/kernel/deadlines.js';
import { DocumentStoreUnavailableError } from '../../../src/kernel/document-store.js';
import type { EventLog } from '../../../src/kernel/event-log.js';
import { Views } from '../../../src/kernel/projection.js';
import { PausingError } from '../../../src/kernel/reaction.js';
import { States } from '../../../src/kernel/states.js';
import { ViewProgress } from '../../../src/kernel/view-progress.js';
import type { CurrentViews } from '../../../src/kernel/views/current-views.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import type { ViewFold } from '../../../src/kernel/views/view-fold.js';
import type { PictureOwner } from '../../../src/projections/accounts/people.js';
import type { LivePost } from '../../../src/projections/leaderboard/shown-posts.js';
import { Reconciliation } from '../../../src/reactions/reconciliation/reconciliation.js';
import { haveSeen } from '../../../src/reactions/seen-views.js';
import { TestClock, useApp, useOwnApp } from '../../support/app.js';
import { expires } from '../../support/expires.js';
import { freeze, holdUp } from '../../support/frozen-view.js';
import { photoRated } from '../../support/made-up.js';
import { usePerson } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { publishPost, send } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { DOUBTFUL, judging } from '../../support/scripted-judge.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import type { Visitor } from '../../support/visitor.js';

const NOT_COMPARED = 'could not be compared with the photos of others yet';

/** The status and the caching of all renditions of a picture. */
async function seen(browser: Visitor, { imageUrl }: { imageUrl: string }): Promise<string> {
  const addresses = [320, 640, 1280].map((width) => imageUrl.replace('1280', String(width)));
  const answers = await Promise.all(addresses.map((address) => browser.get(address)));
  const found = answers.map(({ status, headers }) => `${status} ${headers.get('cache-control') ?? ''}`);
  return [...new Set(found)].join(' | ');
}
const SHARED = '200 public, max-age=3600, s-maxage=300';
const PRIVATE = '200 private, no-store';
const HIDDEN = '404 private, no-store';

const upload = async (browser: Visitor) => (await browser.uploadPhoto(await newPhoto())).body;

describe('a picture', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');

  it('of a public post is shown to everyone, with copies that expire, and not sent twice', async () => {
    const rating = await upload(ann);
    await ann.publish(rating);
    for (const browser of [app.browser(), bob, ann]) expect(await seen(browser, rating)).toBe(SHARED);
    const small = rating.imageUrl.replace('1280', '320');
    const etag = (await bob.get(small)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await bob.request('GET', small, { headers })).status).toBe(304);
    expect((await bob.request('GET', rating.imageUrl, { headers })).status).toBe(200);
  });

  it('of a public post without files is an alarm once it was asked for, until the post is gone', async () => {
    const missing = async () => {
      const { alarms } = (await app.browser().get<{ alarms: Alarm[] }>('/health')).body;
      return alarms.filter(({ name }) => name === 'pictures-missing').map(({ problem }) => problem);
    };
    const rating = await upload(ann);
    await ann.publish(rating);
    const id = rating.imageUrl.split('/')[2] ?? '';
    await app.adapters.images.delete(id);
    const never = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
    for (const address of [rating.imageUrl, `/images/${never}/320.webp`])
      expect((await bob.get(address)).status).toBe(404);
    expect(await missing()).toEqual([`1 of them; the first is that of the post ${id}`]);
    expect((await ann.deletePost(id)).status).toBe(200);
    expect(await missing()).toEqual([]);
  });

  it('that is not published is shown to the account that uploaded it only', async () => {
    const rating = await upload(ann);
    expect(await seen(ann, rating)).toBe(PRIVATE);
    for (const browser of [bob, app.browser()]) expect(await seen(browser, rating)).toBe(HIDDEN);
  });

  it('that a visitor uploaded is shown to that browser only, also after they sign in', async () => {
    const visitor = app.browser();
    const [first, second] = [await upload(visitor), await upload(visitor)];
    for (const rating of [first, second]) {
      expect(await seen(visitor, rating)).toBe(PRIVATE);
      for (const browser of [app.browser(), ann]) expect(await seen(browser, rating)).toBe(HIDDEN);
    }
    await visitor.login(bob.email);
    expect(await seen(visitor, first)).toBe(PRIVATE);
    expect(await seen(bob, first)).toBe(HIDDEN);
    await visitor.logout();
    expect(await seen(visitor, first)).toBe(HIDDEN);
  });

  it('of a post in review is shown to its owner only, not to the claim', async () => {
    judging(app, DOUBTFUL);
    const visitor = app.browser();
    const rating = await upload(visitor);
    await visitor.login(ann.email);
    const claim = visitor.cookies.get('claim') ?? '';
    const { id } = (await visitor.publish(rating)).body;
    // Her other browser has not waited for the view.
    await settled(app);
    for (const browser of [ann, visitor]) expect(await seen(browser, rating)).toBe(PRIVATE);
    visitor.cookies.delete('session');
    visitor.cookies.set('claim', claim);
    for (const browser of [visitor, bob, app.browser()]) expect(await seen(browser, rating)).toBe(HIDDEN);
    expect((await app.browser().get(`/api/posts/${id}/card.png`)).status).toBe(404);
  });
});

describe('while views are late', () => {
  const app = useOwnApp('freezes views');
  const ann = usePerson(app, 'ann@example.org');
  const shown = async () => {
    const id = await published(ann);
    return (await ann.viewPost(id)).body;
  };
  const passes = async (name: DeadlineName) => {
    await app.timer.begun(name);
    await app.timer.advance(DEADLINES[name].ms);
  };
  const holdUpView = (name: string) =>
    holdUp(app.server.get(Projector, { strict: false }).views.get(name)?.fold as ViewFold);
  const write = () => publishPost(app, crypto.randomUUID(), 7);

  it('the pictures of a deleted post are gone', async () => {
    const rating = await upload(ann);
    const postId = (await ann.publish(rating)).body.id;
    const card = `/api/posts/${postId}/card.png`;
    expect((await app.browser().get(card)).status).toBe(200);
    using _ = freeze(app, 'leaderboard');
    await send(app, Post.DeletePost({ postId, ownerId: ann.id, because: 'owner' }));
    for (const browser of [app.browser(), ann]) expect(await seen(browser, rating)).toBe(HIDDEN);
    expect((await app.browser().get(card)).status).toBe(404);
  });

  it('a photo that cannot be compared goes to review, and later ones go to the board', async () => {
    {
      using _ = freeze(app, 'photos');
      expect(await shown()).toMatchObject({ isPublic: false, moderationFlags: [NOT_COMPARED] });
    }
    expect(await shown()).toMatchObject({ isPublic: true, moderationFlags: [] });
    const views = app.server.get(Views, { strict: false }) as CurrentViews;
    const view = views.hide('photos');
    expect(await shown()).toMatchObject({ isPublic: false, moderationFlags: [NOT_COMPARED] });
    if (view) views.show('photos', view);
  });

  expires('views of a command', async () => {
    const postId = await write();
    await settled(app);
    using _ = holdUpView('leaderboard');
    const liking = ann.like(postId);
    await passes('views of a command');
    expect((await liking).status).toBe(200);
  });

  expires('view for a decision', async () => {
    await settled(app);
    using _ = holdUpView('photos');
    const publishing = shown();
    await passes('views of a command');
    await passes('view for a decision');
    expect(await publishing).toMatchObject({ isPublic: false, moderationFlags: [NOT_COMPARED] });
  });

  expires('views of a reaction', async () => {
    await settled(app);
    using _ = holdUpView('comments');
    await write();
    const head = await app.adapters.storage.log.head();
    const waiting = haveSeen(app.server.get(ViewProgress), [{ name: 'comments' }], head);
    await Promise.all([expect(waiting).rejects.toThrow(PausingError), passes('views of a reaction')]);
  });

  expires('views of a reconciliation', async () => {
    await settled(app);
    using _ = holdUpView('payments');
    await write();
    const run = app.server.get(Reconciliation, { strict: false }).reconcile(new Date(0));
    await Promise.all([
      expect(run).rejects.toThrow('behind or being rebuilt'),
      passes('views of a reconciliation'),
    ]);
  });
});

/** The states of one photo, its post and its owner; null while the log is unavailable and they are not in memory. */
class FixedStates extends States {
  constructor(
    private readonly post: Partial<Post> | null,
    private readonly uploaded: Partial<Photo> | null,
    private readonly owner: Partial<Owner> | null = {},
  ) {
    super();
  }

  override async of(): Promise<never> {
    throw new Error('a picture is a read');
  }

  override async toRead<State>(aggregate: AnyAggregate & { readonly initial: State }): Promise<State | null> {
    const others = aggregate === (Account as AnyAggregate) ? this.owner : this.uploaded;
    const state = aggregate === (Post as AnyAggregate) ? this.post : others;
    return state && { ...aggregate.initial, ...(state as Partial<State>) };
  }

  override forgetAll(): void {}
}

describe('who may see a picture', () => {
  const { uploader: _, ...rated } = photoRated('p1').data;
  const uploadedBy = (uploader: string): Partial<Photo> => ({
    stage: 'rated',
    admitted: { ...rated, uploader, judge: 'demo', judgedBy: rated.judge, rating: null },
  });
  const anns = uploadedBy('account:ann');
  const isPublic = { ownerId: 'ann', isPublic: true };
  const isHidden = { ownerId: 'ann', isPublic: false };
  const annsOwn = { accountIds: ['ann'], isClaimable: false };
  const annsProfile = (hidden = false) => ({ accountId: 'ann', isHidden: hidden });
  const values = { name: null, bio: null, links: null, picture: 'p1' };
  const withheld: Partial<Owner> = {
    withheld: [{ actId: 'w1', parts: ['picture'], values, pictureLook: null }],
  };
  const suspendedUntil = (endsAt: string): Partial<Owner> => ({
    suspensions: [{ ...suspensionFor('Spam.'), endsAt }],
  });
  const claimable = (...accountIds: string[]) => ({ accountIds, isClaimable: true });
  const audience = (
    post: Partial<Post> | null,
    photo: Partial<Photo> | null = anns,
    owner?: Partial<Owner> | null,
    isListed = false,
    profileOf: PictureOwner | null | Error = null,
  ) =>
    new PictureAccess(
      new FixedStates(post, photo, owner),
      { live: async () => (isListed ? [{} as LivePost] : []) },
      {
        ownerOfPicture: async () => {
          if (profileOf instanceof Error) throw profileOf;
          return profileOf;
        },
      },
      new TestClock(new Date('2026-11-21T09:00:00.000Z')),
    ).of('p1');

  it.each([
    ['everybody for a public post', audience(isPublic), 'everybody'],
    ['the owner of a hidden one', audience(isHidden), { accountIds: ['ann'], isClaimable: false }],
    ['nobody for a deleted one', audience({ ...isPublic, deleted: true }), null],
    ['nobody under legal hold', audience({ ...isPublic, legalHold: 'e1' }), null],
    ['nobody under legal hold, not even its owner', audience({ ...isHidden, legalHold: 'e1' }), null],
    [
      'nobody once its account is deleted, before the post is',
      audience(isPublic, {}, { deleted: true }),
      null,
    ],
    ['everybody while that is not known', audience(isPublic, {}, null), 'everybody'],
    ['the uploader of an unpublished photo', audience({}), claimable('ann')],
    ['the visitor with its claim', audience({}, uploadedBy('address:1')), claimable()],
    [
      'also who is publishing it',
      audience({}, { ...uploadedBy('address:1'), claimedBy: 'bob' }),
      claimable('bob'),
    ],
    ['nobody for a refused photo', audience({}, { stage: 'refused' }), null],
    ['nobody for a deleted photo', audience({}, { ...anns, stage: 'deleted' }), null],
    ['everybody for a profile picture, which has no photo', audience({}, {}), 'everybody'],
    ['its owner for one that is withheld', audience({}, {}, withheld, false, annsProfile()), annsOwn],
    [
      'its owner for one of a person whom an admin suspended',
      audience({}, {}, suspendedUntil('2026-11-21T09:00:01.000Z'), false, annsProfile()),
      annsOwn,
    ],
    [
      'everybody when the suspension is over',
      audience({}, {}, suspendedUntil('2026-11-21T09:00:00.000Z'), false, annsProfile(true)),
      'everybody',
    ],
    [
      'everybody for one that the view still hides',
      audience({}, {}, {}, false, annsProfile(true)),
      'everybody',
    ],
    [
      'its owner for one that the view hides while the log is down',
      audience({}, {}, null, false, annsProfile(true)),
      annsOwn,
    ],
    [
      'everybody for a profile picture while the view is away',
      audience({}, {}, withheld, false, new DocumentStoreUnavailableError('away')),
      'everybody',
    ],
    ['everybody for what the view shows while the log is down', audience(null, null, {}, true), 'everybody'],
    [
      'its owner for a hidden post that the view still shows',
      audience(isHidden, null, {}, true),
      { accountIds: ['ann'], isClaimable: false },
    ],
  ])('is %s', async (__, found, wanted) => expect(await found).toEqual(wanted));

  it('is not guessed while the log is unavailable', async () => {
    for (const post of [null, {}])
      await expect(audience(post, null)).rejects.toThrow('This is not available right now.');
  });
});

describe('a decision that asks a view', () => {
  let isSeen: boolean;
  let answer: string | Error;
  let waits: Parameters<ViewProgress['seen']>[];
  let view: CurrentView;
  beforeEach(() => {
    isSeen = true;
    answer = 'copy';
    waits = [];
    const seenIt: ViewProgress['seen'] = (...wait) => {
      waits.push(wait);
      return Promise.resolve(isSeen);
    };
    const log = { head: () => Promise.resolve(7) } as unknown as EventLog;
    view = new CurrentView(log, { seen: seenIt } as ViewProgress, 'photos');
  });
  const compare = () =>
    view.answer(
      () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
      'unknown',
    );
  const wait = 'view for a decision';

  it('waits until the view has seen the end of the log', async () => {
    expect([await compare(), await compare()]).toEqual(['copy', 'copy']);
    expect(waits).toEqual([
      [['photos'], 7, wait],
      [['photos'], 7, wait],
    ]);
  });

  it('is unknown while the view is behind, waits for it only once, and lets it take in the newest events first', async () => {
    isSeen = false;
    expect([await compare(), await compare()]).toEqual(['unknown', 'unknown']);
    setImmediate(() => {
      isSeen = true;
    });
    expect([await compare(), await compare()]).toEqual(['copy', 'copy']);
    expect(waits.map(([, , deadline]) => deadline)).toEqual([wait, undefined, undefined, wait]);
  });

  it('is unknown while the view is down, and throws any other failure', async () => {
    answer = new DocumentStoreUnavailableError('the view photos is being built');
    expect(await compare()).toBe('unknown');
    answer = new Error('a mistake of ours');
    await expect(compare()).rejects.toThrow('a mistake of ours');
  });
});
