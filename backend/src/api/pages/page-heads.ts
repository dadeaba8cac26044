import { Site } from '../../site/site.js';
import type { PeopleReader } from '../../projections/accounts/people.js';
import { ShareCards } from '../share-cards/share-cards.service.js';
import { type PageHead, siteImage } from './page-head.js';
import { missingPersonHead, personHead } from './person-head.js';
import { missingPostHead, postHead } from './post-head.js';
import { type RenderedScreen, UUID } from './rendered-screens.js';
import { NO_SCREEN, screenAt } from './screens.js';

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
