import { readFonts } from '../../src/infrastructure/share-card/card-fonts.js';
import { SatoriShareCardPainter } from '../../src/infrastructure/share-card/satori-share-card-painter.js';

const card = { name: 'Ann', plainName: 'Ann', rating: null, badge: null, sheet: null };

describe('the fonts of the cards', () => {
  it('are read once for all cards', async () => {
    const read = jest.fn(readFonts);
    const painter = new SatoriShareCardPainter(read);
    const [first, second] = [await painter.paint(card, null), await painter.paint(card, null)];
    expect(first.equals(second)).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are read again for the next card after a failure', async () => {
    const read = jest.fn(readFonts).mockRejectedValueOnce(new Error('too many open files'));
    const painter = new SatoriShareCardPainter(read);
    await expect(painter.paint(card, null)).rejects.toThrow('too many open files');
    expect((await painter.paint(card, null)).subarray(1, 4).toString()).toBe('PNG');
  });
});
