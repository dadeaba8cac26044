import { thumbHashToDataURL } from 'thumbhash';

/** A blurred picture (data URL) from a base64 thumbhash, or undefined when the text is none. */
export function placeholderOf(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return bytes.length >= 5 ? thumbHashToDataURL(bytes) : undefined;
  } catch {
    return undefined;
  }
}
