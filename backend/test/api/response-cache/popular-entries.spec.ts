import { PopularEntries } from '../../../src/api/response-cache/response-cache.js';

interface Page {
  readonly key: string;
  readonly size: number;
}

describe('popular entries', () => {
  const ended: string[] = [];
  let entries: PopularEntries<Page>;
  beforeEach(() => {
    ended.length = 0;
    entries = new PopularEntries<Page>(1000, ({ key }) => ended.push(key));
  });
  const put = (key: string, size = 10) => entries.put({ key, size });
  const use = (key: string) => {
    const entry = entries.get(key);
    if (entry) entries.use(entry);
  };

  it('stay while any number of others are asked for once', () => {
    for (const key of ['home', 'board']) {
      put(key);
      use(key);
    }
    for (let count = 0; count < 100_000; count += 1) put(`search ${count}`);
    expect([entries.get('home')?.key, entries.get('board')?.key]).toEqual(['home', 'board']);
    expect(ended).not.toContain('home');
    // A fifth of the space is for new ones.
    expect(ended.length).toBe(100_000 - 20);
  });

  it('give way to others that are used more often', () => {
    put('old');
    use('old');
    for (let count = 0; count < 200; count += 1) {
      put(`new ${count}`);
      use(`new ${count}`);
    }
    expect(entries.get('old')).toBeUndefined();
    expect(ended).toContain('old');
    expect(entries.get('new 199')).toBeDefined();
  });

  it('keep their place when they are replaced', () => {
    put('home');
    use('home');
    const after = { key: 'home', size: 20 };
    entries.put(after);
    for (let count = 0; count < 500; count += 1) put(`search ${count}`);
    expect(entries.get('home')).toBe(after);
    expect(ended).not.toContain('home');
  });

  it('end when they are removed, and never fit if they are larger than the space', () => {
    put('home');
    entries.remove({ key: 'home', size: 10 });
    put('large', 5000);
    expect(ended).toEqual(['home', 'large']);
    expect([entries.get('home'), entries.get('large')]).toEqual([undefined, undefined]);
  });
});
