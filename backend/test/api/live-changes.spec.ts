import { LiveChanges } from '../../src/api/live/live-changes.js';
import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { acted } from '../support/post-acts.js';

describe('live news of the acts of admins', () => {
  const after = (...events: { type: string; data: object }[]) => {
    const { published, removed, touched } = new LiveChanges().add(events);
    return { published: [...published], removed: [...removed], touched: [...touched] };
  };
  const undone = (isPublic: boolean) => ({
    type: 'PostActUndone',
    data: { postId: 'p1', isPublic, ...unmoderated(!isPublic) },
  });

  it.each(['PostHidden', 'PostRemoved'] as const)('take the post away: %s', (type) =>
    expect(after(acted(type, 'a1'))).toEqual({ published: [], removed: ['p1'], touched: ['p1'] }),
  );

  it('bring a post that is shown', () =>
    expect(after(acted('PostShown', 'a1'))).toEqual({ published: ['p1'], removed: [], touched: ['p1'] }));

  it('undo as it turns out', () => {
    expect(after(undone(true))).toEqual({ published: [], removed: [], touched: ['p1'] });
    expect(after(undone(false))).toEqual({ published: [], removed: ['p1'], touched: ['p1'] });
  });

  it('skip what names no post, as in an event that cannot be decoded', () => {
    const odd = [{}, { postId: null }, { postId: '' }, { postId: 7 }, '{"postId":'].flatMap((data) =>
      ['PostPublished', 'PostActUndone'].map((type) => ({ type, data: data as object })),
    );
    expect(after(...odd, acted('PostHidden', 'a1'))).toEqual({
      published: [],
      removed: ['p1'],
      touched: ['p1'],
    });
  });
});
