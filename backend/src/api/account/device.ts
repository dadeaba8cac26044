import Bowser from 'bowser';

/**
 * What to call the device of a User-Agent header: browser and system such as "Firefox on Linux", only one of them
 * where the other is not known, else null. What the header says is the client's own word and proves nothing.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
