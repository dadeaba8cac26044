import type { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Site } from '../../site/site.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { SCREENS } from './screens.js';

/** Older posts are found by the links between pages. */
const MOST_POSTS = 1000;

/** The addresses of the pages that search engines may list: the screens, and the newest posts. */
export function sitemapOf(site: Site, posts: Pick<LeaderboardReader, 'newestIds'>): PublicAnswer {
  const screens = SCREENS.filter(({ path, isListed }) => isListed && !path.includes(':'));
  return new PublicAnswer(['sitemap'], async () => {
    const paths = [
      ...screens.map(({ path }) => path),
      ...(await posts.newestIds(MOST_POSTS)).map((id) => `/post/${id}`),
    ];
    const lines = paths.map((path) => `<url><loc>${site.publicUrl}${path}</loc></url>\n`);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</urlset>\n`;
    return { body: Buffer.from(xml), headers: { 'content-type': 'application/xml; charset=utf-8' } };
  });
}

/** What crawlers may read, and where the sitemap is. */
export function robotsOf({ publicUrl }: Site, rules: string): string {
  return `${rules.trimEnd()}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
