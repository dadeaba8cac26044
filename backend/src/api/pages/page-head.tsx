import { renderToStaticMarkup } from 'react-dom/server';
import { CARD_DESIGN, CARD_HEIGHT, CARD_WIDTH } from '../../infrastructure/share-card/share-card.port.js';
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
  return renderToStaticMarkup(<Tags {...head} />);
}

function Tags({ title, description, canonical, type, image, scripts, backOfficeLogin }: PageHead) {
  return (
    <>
      {scripts?.map((script) => (
        <link key={script} rel="modulepreload" fetchPriority="low" crossOrigin="" href={script} />
      ))}
      <title data-served="">{title === SITE_NAME ? title : `${title} · ${SITE_NAME}`}</title>
      <meta name="description" content={description} data-served="" />
      {backOfficeLogin !== undefined && <meta name="back-office-login" content={backOfficeLogin} />}
      {canonical === null ? (
        <meta name="robots" content="noindex" data-served="" />
      ) : (
        <>
          <link rel="canonical" href={canonical} data-served="" />
          <Property name="og:site_name" content={SITE_NAME} />
          <Property name="og:type" content={type} />
          <Property name="og:title" content={title} />
          <Property name="og:description" content={description} />
          <Property name="og:url" content={canonical} />
          <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} data-served="" />
          {image && <Image {...image} />}
        </>
      )}
    </>
  );
}

function Image({ url, width, height, alt }: PageImage) {
  return (
    <>
      <Property name="og:image" content={url} />
      <Property name="og:image:type" content="image/png" />
      <Property name="og:image:width" content={String(width)} />
      <Property name="og:image:height" content={String(height)} />
      <Property name="og:image:alt" content={alt} />
      <meta name="twitter:image" content={url} data-served="" />
      <meta name="twitter:image:alt" content={alt} data-served="" />
    </>
  );
}

function Property({ name, content }: { name: string; content: string }) {
  return <meta property={name} content={content} data-served="" />;
}
