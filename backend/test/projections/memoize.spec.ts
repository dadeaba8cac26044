import { Memoized } from '../../src/projections/memoize.js';

describe('what is made once', () => {
  it('stays the same object until a part of it changes, for each document', () => {
    const made = new Memoized<{ readonly name: string }>();
    const [post, other] = [{ id: 1 }, { id: 1 }];
    const first = made.get(post, ['ann', null], () => ({ name: 'ann' }));
    expect(made.get(post, ['ann', null], () => ({ name: 'again' }))).toBe(first);
    expect(made.get(other, ['ann', null], () => ({ name: 'other' }))).toEqual({ name: 'other' });
    expect(made.get(post, ['ann', 'mega'], () => ({ name: 'boosted' }))).toEqual({ name: 'boosted' });
    expect(made.get(post, ['bob', 'mega'], () => ({ name: 'bob' }))).toEqual({ name: 'bob' });
  });
});
