import { type Area, type Grey, withoutBorders } from '../../src/infrastructure/images/borders.js';

const [WIDTH, HEIGHT] = [40, 60];
const BLACK = 4;

/** A black picture with a chequered area, and so many white pixels in each of these rows. */
function picture(area: Area | null, written: Readonly<Record<number, number>> = {}): Grey {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(BLACK);
  const { left = 0, top = 0, width = 0, height = 0 } = area ?? {};
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) data[y * WIDTH + x] = (x + y) % 2 === 0 ? 90 : 200;
  }
  for (const [row, count] of Object.entries(written))
    data.fill(255, Number(row) * WIDTH, Number(row) * WIDTH + count);
  return { data, width: WIDTH, height: HEIGHT };
}

describe('the borders of a picture', () => {
  it.each([
    ['a frame', { left: 5, top: 8, width: 30, height: 40 }],
    ['bars above and below', { left: 0, top: 10, width: WIDTH, height: 30 }],
    ['bars at its sides', { left: 6, top: 0, width: 20, height: HEIGHT }],
    ['one bar', { left: 0, top: 3, width: WIDTH, height: 57 }],
  ])('are left out: %s', (_, area) => expect(withoutBorders(picture(area))).toEqual(area));

  it('may have a clock, buttons and a caption', () => {
    const area = { left: 0, top: 15, width: WIDTH, height: 30 };
    expect(withoutBorders(picture(area, { 2: 8, 9: 16, 47: 16, 50: 16 }))).toEqual(area);
    // More than words: the larger part is the picture.
    expect(withoutBorders(picture(area, { 50: 30, 51: 30 }))).toEqual(area);
  });

  it('are missing where the picture fills the whole, or is of one colour, or next to nothing would be left', () => {
    expect(withoutBorders(picture({ left: 0, top: 0, width: WIDTH, height: HEIGHT }))).toBeNull();
    expect(withoutBorders(picture(null))).toBeNull();
    expect(withoutBorders(picture({ left: 0, top: 20, width: WIDTH, height: 11 }))).toBeNull();
    expect(withoutBorders(picture({ left: 5, top: 0, width: 7, height: HEIGHT }))).toBeNull();
  });

  it('beside the picture have the colour of those above and below it', () => {
    const plain = picture({ left: 0, top: 10, width: WIDTH, height: 30 });
    // The photo has a plain ground at its left.
    for (let y = 10; y < 40; y += 1) plain.data.fill(128, y * WIDTH, y * WIDTH + 8);
    expect(withoutBorders(plain)).toEqual({ left: 0, top: 10, width: WIDTH, height: 30 });
  });
});
