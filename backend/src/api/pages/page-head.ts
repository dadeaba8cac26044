import { CARD_DESIGN, CARD_HEIGHT, CARD_WIDTH } from '../../infrastructure/share-card/share-card.port.js';
import { escapeHtml } from '../texts/escape-html.js';
import { SITE_NAME } from './screens.js';

/** The head of a page, for clients that do not run its scripts. */
export interface PageHead {
  /** The title before the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The canonical address, absolute; null for a page that search engines should not index. */
  readonly canonical: string | null;
  readonly type: 'website' | 'article';
  /** The preview image for shared links; null for text only. */
  readonly image: PageImage | null;
  /** Scripts that the page needs beyond those of every page. */
  readonly scripts?: readonly string[];
  /** The path of the admins' login, on that page alone: the frontend does not know it. */
  readonly backOfficeLogin?: string;
}

/** A preview image: absolute address, size in pixels, and alt text. */
export interface PageImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * The preview image of a public page that is not about a post.
 * @param publicUrl the site's address, without a trailing slash
 */
export const siteImage = (publicUrl: string): PageImage => ({
  url: `${publicUrl}/api/card.png?v=${CARD_DESIGN}`,
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
  alt: `The logo of ${SITE_NAME}.`,
});

/**
 * The tags of a head, escaped. Each is marked with `data-served`, so that the frontend can remove them when it writes its
 * own title, description and canonical address.
 */
export function headTags(head: PageHead): string {
  const { title, description, canonical, type, image, scripts = [], backOfficeLogin: login } = head;
  const fullTitle = title === SITE_NAME ? title : `${title} · ${SITE_NAME}`;
  return [
    ...scripts.map((href) =>
      tag('link', { rel: 'modulepreload', fetchPriority: 'low', crossorigin: '', href }),
    ),
    `<title data-served="">${escapeHtml(fullTitle)}</title>`,
    named('description', description),
    login !== undefined && tag('meta', { name: 'back-office-login', content: login }),
    ...(canonical === null
      ? [named('robots', 'noindex')]
      : [
          tag('link', { rel: 'canonical', href: canonical, 'data-served': '' }),
          property('og:site_name', SITE_NAME),
          property('og:type', type),
          property('og:title', title),
          property('og:description', description),
          property('og:url', canonical),
          named('twitter:card', image ? 'summary_large_image' : 'summary'),
          ...(image ? imageTags(image) : []),
        ]),
  ]
    .filter((one) => one !== false)
    .join('');
}

function imageTags({ url, width, height, alt }: PageImage): string[] {
  return [
    property('og:image', url),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', alt),
    named('twitter:image', url),
    named('twitter:image:alt', alt),
  ];
}

const named = (name: string, content: string) => tag('meta', { name, content, 'data-served': '' });
const property = (name: string, content: string) =>
  tag('meta', { property: name, content, 'data-served': '' });

// By hand, because the renderer of React would be loaded for it at each start: 3 MB.
function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}/>`;
}
