export type ShareSite = 'X' | 'Facebook' | 'WhatsApp' | 'Reddit';

function address(base: string, parameters: Record<string, string>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** @param isOwn whether the post is by the person who shares it */
export function shareText(rating: string | undefined, isOwn: boolean): string {
  const whose = isOwn ? 'my' : 'this';
  return rating === undefined ? `Check out ${whose} post...` : `Check out ${whose} ${rating}/10 rating...`;
}

export function shareLinks(url: string, text: string): Record<ShareSite, string> {
  return {
    X: address('https://x.com/intent/post', { text, url }),
    // Facebook takes no text: it shows the page's own description.
    Facebook: address('https://www.facebook.com/sharer/sharer.php', { u: url }),
    WhatsApp: address('https://wa.me/', { text: `${text} ${url}` }),
    Reddit: address('https://www.reddit.com/submit', { url, title: text }),
  };
}
