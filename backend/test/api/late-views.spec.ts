import { DEADLINES, type DeadlineName } from '../../src/kernel/deadlines.js';
import { PausingError } from '../../src/kernel/reaction.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { Projector } from '../../src/kernel/views/projector.js';
import type { ViewFold } from '../../src/kernel/views/view-fold.js';
import { Reconciliation } from '../../src/reactions/reconciliation/reconciliation.js';
import { haveSeen } from '../../src/reactions/seen-views.js';
import { useOwnApp } from '../support/app.js';
import { expires } from '../support/expires.js';
import { holdUp } from '../support/frozen-view.js';
import { usePerson } from '../support/people.js';
import { publishPost } from '../support/posts.js';
import { published } from '../support/publications.js';
import { settled } from '../support/settled.js';

describe('while a view takes no events', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const passes = async (name: DeadlineName) => {
    await app.timer.begun(name);
    await app.timer.advance(DEADLINES[name].ms);
  };
  const holdUpView = (name: string) =>
    holdUp(app.server.get(Projector, { strict: false }).views.get(name)?.fold as ViewFold);
  const write = () => publishPost(app, crypto.randomUUID(), 7);

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
    const publishing = published(ann, 1);
    await passes('views of a command');
    await passes('view for a decision');
    const post = (await ann.viewPost(await publishing)).body;
    expect(post).toMatchObject({
      isPublic: false,
      moderationFlags: ['could not be compared with the photos of others yet'],
    });
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
