import type { PublicPerson, PeopleReader } from '../../projections/accounts/people.js';
import { isolated } from '../../shared/isolated.js';
import { type PageHead, siteImage } from './page-head.js';
import { CARD_HEIGHT, CARD_WIDTH } from '../../infrastructure/share-card/share-card.port.js';
import { type SharedPost, ShareCards } from '../share-cards/share-cards.service.js';
import { Site } from '../../site/site.js';
import { type RenderedScreen, UUID } from './rendered-screens.js';
import { NO_SCREEN, screenAt } from './screens.js';

/** Of a page that search engines do not list. */
export const UNLISTED = { canonical: null, type: 'website', image: null } as const;

/**
 * The head of a person's page.
 * @param publicUrl the site's address, without a trailing slash
 */
function personHead({ username, displayUsername }: PublicPerson, id: string, publicUrl: string): PageHead {
  const name = isolated(displayUsername ?? username);
  return {
    title: name,
    description: `The posts of ${name} on Footnote.`,
    canonical: `${publicUrl}/user/${id}`,
    type: 'website',
    image: siteImage(publicUrl),
  };
}

const missingPersonHead: PageHead = {
  ...UNLISTED,
  title: 'User Not Found',
  description: 'This person does not exist.',
};

/** The head while it is unknown whether the person exists. */
export const unknownPersonHead: PageHead = {
  ...missingPersonHead,
  title: 'Profile',
  description: 'This is not available right now. Please try again in a moment.',
};

/**
 * The head of a public post's page. The address of its picture changes with the picture's content, so that caches show
 * a new rating.
 * @param publicUrl the site's address, without a trailing slash
 */
function postHead({ postId, card, tag }: SharedPost, publicUrl: string): PageHead {
  const { rating } = card;
  const name = isolated(card.name);
  return {
    title: `Photo by ${name}`,
    description: rating
      ? `Rated ${rating.score} out of 10 on the Footnote leaderboard.`
      : 'Not yet rated on the Footnote leaderboard.',
    canonical: `${publicUrl}/post/${postId}`,
    type: 'article',
    image: {
      url: `${publicUrl}/api/posts/${postId}/card.png?v=${tag}`,
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      alt: rating
        ? `A photo by ${name}, rated ${rating.score} out of 10: ${rating.label}.`
        : `A photo by ${name}, not yet rated.`,
    },
  };
}

/** The head if the post does not exist or is not public. */
const missingPostHead: PageHead = {
  ...UNLISTED,
  title: 'Post not found',
  description: 'This post does not exist.',
};

/** The head while it is unknown whether the post exists. */
export const unknownPostHead: PageHead = {
  ...missingPostHead,
  title: 'Post',
  description: 'This is not available right now. Please try again in a moment.',
};

/** The scripts of the frontend's routes beyond those of every page, by route. */
export type RouteScripts = Readonly<Record<string, readonly string[]>>;

/** The heads of pages, with the scripts of their screens. */
export class PageHeads {
  constructor(
    private readonly site: Site,
    private readonly cards: ShareCards,
    private readonly people: PeopleReader,
    private readonly scripts: RouteScripts,
  ) {}

  /** Of the screen at a path; other addresses have one, too. */
  ofScreen(pathname: string): PageHead {
    const screen = screenAt(pathname);
    const { title, description, isListed } = screen ?? NO_SCREEN;
    const canonical = isListed ? `${this.site.publicUrl}${pathname.replace(/(?<=.)\/$/, '')}` : null;
    return this.withScripts(screen?.path ?? '/$', {
      title,
      description,
      canonical,
      type: 'website',
      image: canonical === null ? null : siteImage(this.site.publicUrl),
    });
  }

  /** Of a post; null if visitors do not see it. */
  async ofPost(id: string): Promise<PageHead | null> {
    const shared = await this.cards.find(id);
    return shared && this.withScripts('/post/:id', postHead(shared, this.site.publicUrl));
  }

  /** Of a person; null if nobody has this id. */
  async ofPerson(id: string): Promise<PageHead | null> {
    const person = UUID.test(id) ? (await this.people.byIds([id])).get(id) : undefined;
    if (!person) return null;
    return this.withScripts('/user/:userId', personHead(person, id, this.site.publicUrl));
  }

  /** Of a page that the server renders; null if visitors do not see its post or person. */
  async of({ id, screen, address }: RenderedScreen): Promise<PageHead | null> {
    if (id !== null) return screen === '/post/:id' ? this.ofPost(id) : this.ofPerson(id);
    return this.ofScreen(address.split('?', 1)[0] ?? '/');
  }

  /** Of the page about a post or a person that visitors do not see. */
  missing({ screen }: Pick<RenderedScreen, 'screen'>): PageHead {
    return this.withScripts(screen, screen === '/post/:id' ? missingPostHead : missingPersonHead);
  }

  /** With the scripts of this path of a screen, such as `/post/:id`. */
  private withScripts(screenPath: string, head: PageHead): PageHead {
    const route = screenPath.slice(1).replaceAll('/', '.').replaceAll(':', '$');
    return { ...head, scripts: this.scripts[route === '' ? 'index' : route] ?? [] };
  }
}
