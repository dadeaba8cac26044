import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { Rejected } from '../../kernel/aggregate.js';
import { AnswerState } from '../response-cache/response-state.js';
import type { ResponseCache } from '../response-cache/response-cache.js';
import { type Composed, PublicAnswer, jsonOf } from '../response-cache/public-answer.js';
import type { LimitSwitch } from '../http/limits.guard.js';
import { networkOf } from '../http/network.js';
import type { ReadLimits } from '../http/read-limits.js';
import type { ReadConcurrency } from '../http/read-concurrency.js';
import type { Sessions } from '../http/sessions.js';
import type { LiveFeed } from '../live/live-feed.service.js';
import type { Timer } from '../../kernel/timer.js';
import type { Page } from './page.js';
import type { PageHead } from './page-head.js';
import type { PageHeads } from './page-heads.js';
import { type PublicRoutes, type RenderedScreen, renderedScreenAt } from './rendered-screens.js';
import { type HandedAnswer, NotRenderedError, type RenderingThread } from './rendering-thread.js';

/** How long a page may show figures as they were, in milliseconds: otherwise each like would cost a render. */
const LAG_MS = 1000;
/** So many events behind, a browser would read too much of what it missed. The page is rendered again before. */
const MOST_BEHIND = 250;

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, no-cache, no-transform',
};
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** The answer about what visitors do not see. */
const MISSING: HandedAnswer = {
  status: 404,
  headers: JSON_TYPE,
  body: JSON.stringify({ code: 'not_found', message: 'There is nothing here.' }),
};

/** What rendering a page takes. */
export interface Renderer {
  readonly kept: ResponseCache;
  readonly thread: RenderingThread;
  readonly timer: Timer;
  readonly limits: LimitSwitch;
  readonly reads: ReadLimits;
  readonly sessions: Sessions;
  readonly turns: ReadConcurrency;
  readonly feed: LiveFeed;
  readonly page: Page;
  readonly heads: PageHeads;
  readonly routes: PublicRoutes;
}

/** A page that is asked for, by which network and until when. */
interface Asked {
  readonly screen: RenderedScreen;
  readonly network: string;
  readonly signal: AbortSignal;
}

interface Shown {
  readonly head: PageHead;
  readonly answers: Readonly<Record<string, HandedAnswer>>;
  /** The position of the live news. */
  readonly position: number;
}

/** A page with its content. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly state: AnswerState;
}

/** A page whose content is at another address. */
export interface MovedPage {
  readonly to: string;
}

/** The network has asked for too many pages. */
interface RefusedPage {
  readonly retryAfterMs: number;
}

/** The pages that the server renders, as public answers. They are the same for everyone: the browser adds what is personal. */
export class RenderedPages {
  constructor(private readonly by: Renderer) {}

  /**
   * The page at the address of a request, or that the network has asked for too many; null if it must be sent without its
   * content, because it is not rendered on the server or because rendering it would take too much.
   */
  async at(request: FastifyRequest): Promise<RenderedPage | MovedPage | RefusedPage | null> {
    const { url, ip, log } = request;
    const screen = renderedScreenAt(url);
    if (!screen) return null;
    const { kept, thread, feed, sessions, timer } = this.by;
    const late = new AbortController();
    const { signal } = late;
    const asked = { screen, network: networkOf(ip), signal };
    const answer = new PublicAnswer(['page', screen.address], () => this.compose(asked), undefined, LAG_MS);
    const known = kept.known(url, answer);
    if (known) return { status: 200, state: known };
    if (!thread.isOpen) return null;
    const retryAfterMs = this.read(asked);
    if (retryAfterMs !== null) return { retryAfterMs };
    const rendered = async (): Promise<RenderedPage | null> => {
      // Outside of recorded work: the feed reads on after it.
      await feed.start();
      const state = await kept.answer(url, answer);
      if (state) return { status: 200, state };
      // Its owner sees it, and may be signed in there.
      return sessions.isMarked(request) ? null : { status: 404, state: await this.missing(asked) };
    };
    const deadline = timer.deadline('rendered page', () => late.abort());
    try {
      return await Promise.race([rendered(), tooLate(signal)]);
    } catch (error) {
      // There is no such page of the list, for example because its week has ended.
      if (error instanceof Rejected && screen.firstPage) return { to: screen.firstPage };
      if (!(error instanceof NotRenderedError)) log.warn({ err: error }, 'a page could not be rendered');
      return null;
    } finally {
      deadline.end();
    }
  }

  /** Counts a read. Returns after how many milliseconds to come back if there were too many, else null. */
  private read({ screen: { isSearch }, network }: Asked): number | null {
    const { limits, reads } = this.by;
    return limits.isOn ? reads.takeFor(['address', network], isSearch) : null;
  }

  /** Null if visitors do not see the post or the person. */
  private async compose(asked: Asked): Promise<Composed | null> {
    const { heads, feed } = this.by;
    const { screen } = asked;
    const leave = await this.turnOf(asked.network);
    try {
      // Before the data: what happens meanwhile is news.
      const { position, eventsSent } = feed;
      const head = await heads.of(screen);
      const answers = await this.answersFor(screen);
      leave();
      if (!head || isMissing(screen, answers)) return null;
      const body = await this.render(asked, { head, answers, position });
      return { body, headers: HTML, holds: () => feed.eventsSent - eventsSent <= MOST_BEHIND };
    } finally {
      leave();
    }
  }

  /** The page about a post or a person that visitors do not see. It is not kept. */
  private async missing(asked: Asked): Promise<AnswerState> {
    const { heads, feed } = this.by;
    const { position } = feed;
    const answers = await this.answersFor(asked.screen);
    if (!isMissing(asked.screen, answers)) throw new NotRenderedError('it is there again');
    const body = await this.render(asked, { head: heads.missing(asked.screen), answers, position });
    return new AnswerState({ body, headers: { ...HTML, 'cache-control': 'no-cache, no-transform' } }, null);
  }

  /** Waits for a turn among the reads of visitors. */
  private async turnOf(network: string): Promise<() => void> {
    const { limits, turns } = this.by;
    if (!limits.isOn) return () => undefined;
    const leave = await turns.enterAsVisitor(network);
    if (!leave) throw new NotRenderedError('too many read');
    return leave;
  }

  /** What the API answers a visitor, by path. */
  private async answersFor({ calls }: RenderedScreen): Promise<Readonly<Record<string, HandedAnswer>>> {
    const answers: Record<string, HandedAnswer> = {};
    for (const { path, answer } of calls) {
      const composed = await answer(this.by.routes).compose();
      answers[path] = composed ? handed(composed) : MISSING;
    }
    return answers;
  }

  private render({ screen: { address }, network, signal }: Asked, shown: Shown): Promise<Buffer> {
    const { thread, page } = this.by;
    const { head, answers, position } = shown;
    const request = { address, position: String(position), answers };
    return thread.render({ ...page.around(head), request }, network, signal);
  }
}

function isMissing({ id, calls }: RenderedScreen, answers: Shown['answers']): boolean {
  return id !== null && answers[calls[0]?.path ?? ''] === MISSING;
}

function handed({ body, headers }: Composed): HandedAnswer {
  return { status: 200, headers: { ...JSON_TYPE, ...headers }, body: jsonOf(body) };
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new NotRenderedError('the page takes too long');
}
