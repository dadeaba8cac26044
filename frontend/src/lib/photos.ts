import { thumbHashToDataURL } from 'thumbhash';

/** The widths in pixels in which every photo is stored. */
export const renditionWidths = [160, 320, 480, 640, 1280] as const;

/** The URL of another width of the photo that `imageUrl` (…/1280.webp) names. */
export function renditionUrl(imageUrl: string, width: (typeof renditionWidths)[number]): string {
  return imageUrl.replace(/\/\d+\.webp$/, `/${width}.webp`);
}

/** A `srcset` of the widths of a photo up to one. */
export function renditionSet(imageUrl: string, widest: number): string {
  return renditionWidths
    .filter((width) => width <= widest)
    .map((width) => `${renditionUrl(imageUrl, width)} ${width}w`)
    .join(', ');
}

/** A blurred picture (data URL) from a base64 thumbhash; undefined if the text is invalid. */
export function placeholderOf(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return bytes.length >= 5 ? thumbHashToDataURL(bytes) : undefined;
  } catch {
    return undefined;
  }
}
