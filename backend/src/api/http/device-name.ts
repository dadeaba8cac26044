import Bowser from 'bowser';

/**
 * The name of a device from its User-Agent header: browser and system such as "Firefox on Linux", or only one of them,
 * or null. The client chooses this header, so it proves nothing.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
