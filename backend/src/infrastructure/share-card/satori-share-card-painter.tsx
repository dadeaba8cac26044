import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { CardFace, PHOTO_SIDE } from './card-face.js';
import { readFonts } from './card-fonts.js';
import { CARD_HEIGHT, CARD_WIDTH, type ShareCard, ShareCardPainter } from './share-card.port.js';

/** How true the photo is to its stored rendition before it is drawn: no loss that is to be seen. */
const PHOTO_QUALITY = 92;
/** Marks that ask for a coloured or a plain emoji; ours are of one colour, and have no glyph for the wish. */
const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;
/** The typeface of emoji has a space as wide as they are, and satori would stay with it; of this one it has none. */
const SPACES_AFTER_EMOJI = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]) /gu;
const NO_BREAK_SPACE = '\u00A0';

/** What satori had no glyph for while it drew a name. */
interface Missing {
  readonly emoji: string[];
  readonly letters: string[];
}

/**
 * Lays the card out with satori, which turns text into paths with typefaces that we bring along, and lets
 * sharp turn that into pixels: no typeface of the machine has a part in it.
 *
 * A name that has an emoji without a glyph is written without that emoji, and one that has letters without a
 * glyph gives way to the plain name as a whole: half a name would be another one.
 */
export class SatoriShareCardPainter extends ShareCardPainter {
  private fonts: Promise<Font[]> | null = null;

  constructor(private readonly read: () => Promise<Font[]> = readFonts) {
    super();
  }

  async paint(card: ShareCard, photo: Buffer | null): Promise<Buffer> {
    const picture = photo && (await cropped(photo));
    const svg = await this.withName(card, picture);
    // In full colour: a palette of 256 leaves its dither in the plain paper.
    return sharp(Buffer.from(svg)).flatten().png({ adaptiveFiltering: true }).toBuffer();
  }

  private async withName(card: ShareCard, photo: string | null): Promise<string> {
    const name = card.name.replace(VARIATION_SELECTORS, '');
    const { svg, missing } = await this.draw(card, name, photo);
    if (missing.letters.length === 0 && missing.emoji.length === 0) return svg;
    const left = missing.letters.length > 0 ? '' : without(name, missing.emoji);
    return (await this.draw(card, left === '' ? card.plainName : left, photo)).svg;
  }

  private async draw(
    card: ShareCard,
    name: string,
    photo: string | null,
  ): Promise<{ svg: string; missing: Missing }> {
    const missing: Missing = { emoji: [], letters: [] };
    const written = name.replace(SPACES_AFTER_EMOJI, NO_BREAK_SPACE);
    const svg = await satori(<CardFace card={card} name={written} photo={photo} />, {
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      fonts: await this.typefaces(),
      loadAdditionalAsset: (kind, segment) => {
        missing[kind === 'emoji' ? 'emoji' : 'letters'].push(segment);
        return Promise.resolve([]);
      },
    });
    return { svg, missing };
  }

  /** Read for the first card; when that failed, for the next one again. */
  private typefaces(): Promise<Font[]> {
    this.fonts ??= this.read().catch((error: unknown) => {
      this.fonts = null;
      throw error;
    });
    return this.fonts;
  }
}

function without(name: string, emoji: readonly string[]): string {
  return emoji
    .reduce((text, one) => text.replaceAll(one, ''), name)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The part of the photo that catches the eye, as a square. */
async function cropped(photo: Buffer): Promise<string> {
  const jpeg = await sharp(photo)
    .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'cover', position: sharp.strategy.attention })
    .jpeg({ quality: PHOTO_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
