import type { Font } from 'satori';
import { CardFace, PHOTO_SIDE, SiteFace } from './card-face.js';
import { readFonts } from './card-fonts.js';
import { CARD_HEIGHT, CARD_WIDTH, type ShareCard, ShareCardPainter } from './share-card.port.js';

const SIZE = { width: CARD_WIDTH, height: CARD_HEIGHT };
/** JPEG quality of the photo inside the card: no visible loss. */
const PHOTO_QUALITY = 92;
/** Characters that ask for a coloured or plain emoji. Our emoji font has one colour and no glyphs for them. */
const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;
/** The emoji font has a very wide space, which satori would use. It has no glyph for the no-break space. */
const SPACES_AFTER_EMOJI = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]) /gu;
const NO_BREAK_SPACE = '\u00A0';

// Loaded for the first card, not at the start of the server.
const loadSatori = async () => (await import('satori')).default;
const loadSharp = async () => (await import('../images/sharp.js')).sharp;

/** The parts of a name that no font has a glyph for. */
interface Missing {
  readonly emoji: string[];
  readonly letters: string[];
}

/**
 * Draws the card with satori, which turns text into paths with our own fonts, and renders it with sharp. Fonts of the
 * system are not used.
 *
 * Emoji without a glyph are left out of a name. A name with letters without a glyph is replaced by the plain name,
 * because half a name would be a different name.
 */
export class SatoriShareCardPainter extends ShareCardPainter {
  private fonts: Promise<Font[]> | null = null;

  constructor(private readonly read: () => Promise<Font[]> = readFonts) {
    super();
  }

  async paint(card: ShareCard, photo: Buffer | null): Promise<Buffer> {
    const picture = photo && (await cropped(photo));
    return pngOf(await this.withName(card, picture));
  }

  async paintSite(): Promise<Buffer> {
    const satori = await loadSatori();
    return pngOf(await satori(<SiteFace />, { ...SIZE, fonts: await this.loadedFonts() }));
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
    const satori = await loadSatori();
    const svg = await satori(<CardFace card={card} name={written} photo={photo} />, {
      ...SIZE,
      fonts: await this.loadedFonts(),
      loadAdditionalAsset: (kind, segment) => {
        missing[kind === 'emoji' ? 'emoji' : 'letters'].push(segment);
        return Promise.resolve([]);
      },
    });
    return { svg, missing };
  }

  /** Reads the fonts for the first card; after a failure, the next card tries again. */
  private loadedFonts(): Promise<Font[]> {
    this.fonts ??= this.read().catch((error: unknown) => {
      this.fonts = null;
      throw error;
    });
    return this.fonts;
  }
}

async function pngOf(svg: string): Promise<Buffer> {
  const sharp = await loadSharp();
  // Full colour: a palette of 256 colours would show dithering on the plain background.
  return sharp(Buffer.from(svg)).flatten().png({ adaptiveFiltering: true }).toBuffer();
}

function without(name: string, emoji: readonly string[]): string {
  return emoji
    .reduce((text, one) => text.replaceAll(one, ''), name)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The most salient square of the photo, as a data URL. */
async function cropped(photo: Buffer): Promise<string> {
  const sharp = await loadSharp();
  const jpeg = await sharp(photo)
    .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'cover', position: sharp.strategy.attention })
    .jpeg({ quality: PHOTO_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
