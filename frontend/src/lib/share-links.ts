/** Where a post can be shared, by the name of the place. */
export type ShareSite = 'X' | 'Facebook' | 'WhatsApp' | 'Reddit';

function address(base: string, parameters: Record<string, string>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The sentence that goes with a shared post; without a rating it names none. */
export function shareText(rating: string | undefined): string {
  return rating === undefined ? 'Check out my post...' : `Check out my ${rating}/10 rating...`;
}

/** The pages of other sites that share an address with a sentence. */
export function shareLinks(url: string, text: string): Record<ShareSite, string> {
  return {
    X: address('https://x.com/intent/post', { text, url }),
    // Facebook shows what the page says of itself, and takes no sentence.
    Facebook: address('https://www.facebook.com/sharer/sharer.php', { u: url }),
    WhatsApp: address('https://wa.me/', { text: `${text} ${url}` }),
    Reddit: address('https://www.reddit.com/submit', { url, title: text }),
  };
}
