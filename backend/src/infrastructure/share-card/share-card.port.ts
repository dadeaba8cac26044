/** The size of every card, in pixels: what crawlers ask for. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** Counts up with every change of what cards look like, so that nobody keeps showing the old one. */
export const CARD_DESIGN = 1;

/** What stands on a card. */
export interface ShareCard {
  /** The author's name as they write it: any characters, up to a line or two. */
  readonly name: string;
  /** A name of the same author that every card can be written with; it stands in for a `name` that can't be. */
  readonly plainName: string;
  /** The rating as it is shown, one decimal, and its word; null before the first one. */
  readonly rating: { readonly score: string; readonly label: string } | null;
  /** A place from 1 to 5, and where it is held (“this week”); null beyond. */
  readonly place: { readonly rank: number; readonly where: string } | null;
}

/** Draws the picture that stands for a post where it is shared. */
export abstract class ShareCardPainter {
  /**
   * The card as a PNG of {@link CARD_WIDTH} × {@link CARD_HEIGHT}; the same facts give the same picture. No
   * box stands for a character that there is no glyph for.
   * @param photo a picture file; null leaves its place to the mark of the house
   */
  abstract paint(card: ShareCard, photo: Buffer | null): Promise<Buffer>;
}
