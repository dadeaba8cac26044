import { CurrentView } from '../../src/api/photos/await-view-current.js';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import type { ViewProgress } from '../../src/kernel/view-progress.js';
import { Views } from '../../src/kernel/projection.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import { useOwnApp } from '../support/app.js';
import { freeze } from '../support/frozen-view.js';
import { published } from '../support/publications.js';
import { usePerson } from '../support/people.js';

const NOT_COMPARED = 'could not be compared with the photos of others yet';

describe('the comparison with photos of other users', () => {
  let isSeen: boolean;
  let answer: string | Error;
  let waits: Parameters<ViewProgress['seen']>[];
  let view: CurrentView;
  beforeEach(() => {
    isSeen = true;
    answer = 'none';
    waits = [];
    const seen: ViewProgress['seen'] = (...wait) => {
      waits.push(wait);
      return Promise.resolve(isSeen);
    };
    view = new CurrentView(
      { head: () => Promise.resolve(7) } as unknown as EventLog,
      { seen } as ViewProgress,
      'photos',
    );
  });
  const compare = () =>
    view.answer(
      () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
      'unknown',
    );

  it('asks the view after it has seen the end of the log, and waits for that', async () => {
    expect(await compare()).toBe('none');
    answer = 'copy';
    expect(await compare()).toBe('copy');
    expect(waits).toEqual([
      [['photos'], 7, 'view for a decision'],
      [['photos'], 7, 'view for a decision'],
    ]);
  });

  it('answers unknown while the view is behind, and waits for it only once', async () => {
    isSeen = false;
    answer = 'copy';
    expect([await compare(), await compare()]).toEqual(['unknown', 'unknown']);
    isSeen = true;
    expect([await compare(), await compare()]).toEqual(['copy', 'copy']);
    const wait = 'view for a decision';
    expect(waits.map(([, , deadline]) => deadline)).toEqual([wait, undefined, undefined, wait]);
  });

  it('lets a view that was behind take in the newest events first', async () => {
    isSeen = false;
    answer = 'copy';
    expect(await compare()).toBe('unknown');
    setImmediate(() => {
      isSeen = true;
    });
    expect(await compare()).toBe('copy');
  });

  it('answers unknown while the view is down, and throws any other failure', async () => {
    answer = new DocumentStoreUnavailableError('the view photos is being built');
    expect(await compare()).toBe('unknown');
    answer = new Error('a mistake of ours');
    await expect(compare()).rejects.toThrow('a mistake of ours');
  });
});

describe('a photo that cannot be compared', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const shown = async (seed: number) => {
    const id = await published(ann, seed);
    return (await ann.viewPost(id)).body;
  };

  it('goes to review while the view is frozen, and later photos go to the board', async () => {
    {
      using _ = freeze(app, 'photos');
      expect(await shown(1)).toMatchObject({ isPublic: false, moderationFlags: [NOT_COMPARED] });
    }
    expect(await shown(2)).toMatchObject({ isPublic: true, moderationFlags: [] });
  });

  it('goes to review while the view is down', async () => {
    const views = app.server.get(Views, { strict: false }) as CurrentViews;
    const view = views.hide('photos');
    expect(await shown(3)).toMatchObject({ isPublic: false, moderationFlags: [NOT_COMPARED] });
    if (view) views.show('photos', view);
  });
});
