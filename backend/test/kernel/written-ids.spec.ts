import { WrittenIds } from '../../src/kernel/views/written-ids.js';
import { weightOf } from '../../src/kernel/views/view-build.js';

describe('the written ids', () => {
  const COUNT = 200_000;
  const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-post:${index % 7}`;

  it('contain every added id across several layers, and few others', () => {
    const ids = new WrittenIds();
    expect(ids.mayHave(idOf(1))).toBe(false);
    for (let index = 0; index < COUNT; index += 1) ids.add(idOf(index));
    let missed = 0;
    let mistaken = 0;
    for (let index = 0; index < COUNT; index += 1) {
      if (!ids.mayHave(idOf(index))) missed += 1;
      if (ids.mayHave(idOf(index + COUNT))) mistaken += 1;
    }
    expect(missed).toBe(0);
    expect(mistaken).toBeLessThan(COUNT * 0.06);
  });
});

describe('the weight of a document', () => {
  it('grows with texts, fields and items, and is zero for what has no characters', () => {
    expect(weightOf(null)).toBe(0);
    expect(weightOf({ text: 'abc' })).toBe(24 + 8 + 16 + 3);
    expect(weightOf({ list: ['a', 'b'], none: null })).toBe(24 + 8 + (24 + 2 * (8 + 17)) + 8);
    expect(weightOf({ text: 'x'.repeat(1000) })).toBe(weightOf({ text: '' }) + 1000);
  });
});
