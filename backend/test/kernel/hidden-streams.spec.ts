import { HiddenStreams, eitherOf } from '../../src/kernel/log/hidden-streams.js';

describe('what an event has hidden and views still show', () => {
  let seen: number;
  let hidden: HiddenStreams;
  beforeEach(() => {
    seen = 10;
    const meaning = { hides: new Set(['PostHidden']), shows: new Set(['PostShown']) };
    hidden = new HiddenStreams(meaning, () => seen);
  });
  const read = (type: string, position: number, stream = 'post-a') =>
    hidden.see([{ type, position, stream }]);

  it('is hidden until the views have reached the event', () => {
    read('PostHidden', 12);
    seen = 11;
    expect([hidden.isEmpty, hidden.has('post-a'), hidden.has('post-b')]).toEqual([false, true, false]);
    seen = 12;
    expect([hidden.isEmpty, hidden.has('post-a')]).toEqual([true, false]);
  });

  it('is shown again by a later event, and not by one that says nothing of that', () => {
    read('PostHidden', 12);
    read('Rated', 13);
    expect(hidden.has('post-a')).toBe(true);
    read('PostShown', 14);
    expect(hidden.has('post-a')).toBe(false);
  });

  it('is known beside what is in quarantine', () => {
    const quarantine = { isEmpty: false, has: (stream: string) => stream === 'post-q' };
    const either = eitherOf(quarantine, hidden);
    read('PostHidden', 12);
    expect(['post-q', 'post-a', 'post-b'].map(either.has)).toEqual([true, true, false]);
    const nothing = eitherOf({ isEmpty: true, has: () => false }, hidden);
    expect(nothing.isEmpty).toBe(false);
    seen = 12;
    expect([nothing.isEmpty, either.isEmpty]).toEqual([true, false]);
  });
});
