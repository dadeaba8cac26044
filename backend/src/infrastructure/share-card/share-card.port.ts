/** The size of every card in pixels, as social networks require it. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** Increase this with every change of the design, so that caches do not keep the old card. */
export const CARD_DESIGN = 1;

export interface ShareCard {
  /** The author's name as chosen: any characters, up to about two lines. */
  readonly name: string;
  /** A name of the same author that can always be drawn. Replaces a `name` with missing glyphs. */
  readonly plainName: string;
  /** The average with one decimal, and its label; null before the first score. */
  readonly rating: { readonly score: string; readonly label: string } | null;
  /** A rank from 1 to 5 and its board (“this week”); null for lower ranks. */
  readonly badge: { readonly rank: number; readonly where: string } | null;
  /** The category scores with one decimal, by name; null unless the owner shows them to everyone. */
  readonly sheet: Readonly<Record<string, string>> | null;
}

/** Draws the preview pictures of shared pages. */
export abstract class ShareCardPainter {
  /**
   * The card as a PNG of {@link CARD_WIDTH} × {@link CARD_HEIGHT}. Equal input gives an equal picture. Characters
   * without a glyph never appear as boxes.
   * @param photo a picture file; null shows the logo instead
   */
  abstract paint(card: ShareCard, photo: Buffer | null): Promise<Buffer>;

  /** The card of the site itself, of the same size, for pages that are not about a post. */
  abstract paintSite(): Promise<Buffer>;
}
