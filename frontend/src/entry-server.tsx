import { createMemoryHistory } from '@tanstack/react-router';
// This build needs no modules of Node, and holds no process open.
import { renderToString } from 'react-dom/server.edge';
import { type Answer, answerWith, type Answers, type SsrState } from './api/ssr-state.ts';
import { createApp } from './app.tsx';

export interface RenderRequest {
  /** Path and query, such as `/leaderboard?tab=week`. */
  readonly address: string;
  /** The position of the live news read before the answers, as `/api/live?after=` takes it. */
  readonly position: string;
  /** What the API answers a visitor, by path with query, such as `/api/posts?sort=recent&limit=60`. */
  readonly answers: Answers;
}

export interface RenderedPage {
  /** The content of `#root`. */
  readonly html: string;
  /** JSON for `<script type="application/json" id="state">`, without `<`. */
  readonly state: string;
}

/** The headers of answers that the app reads. */
const readHeaders: ReadonlySet<string> = new Set(['link', 'x-total-count']);

/** What React writes for a boundary that has failed, or still waits. Text cannot contain it. */
const unfinished = /<!--\$[?!]-->/;

/** The path of an API call with its parameters in one order. */
function sorted(path: string): string {
  const url = new URL(path, 'http://api.invalid');
  url.searchParams.sort();
  return url.pathname + url.search;
}

/** A JSON text that may stand in a script element: the parser of HTML ends it at `</script`, and reads `<!--`. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Answers the reads of one page: notes those that are used, under the paths that the browser will ask for. */
function reader(answers: Answers) {
  const given = new Map(Object.entries(answers).map(([path, answer]) => [sorted(path), answer]));
  const used: Record<string, Answer> = {};
  const missing: string[] = [];
  const find = (path: string): Answer => {
    const answer = given.get(sorted(path));
    if (!answer) {
      missing.push(path);
      throw new Error(`there is no answer for ${path}`);
    }
    const headers = Object.entries(answer.headers).filter(([name]) => readHeaders.has(name.toLowerCase()));
    used[path] = { ...answer, headers: Object.fromEntries(headers) };
    return used[path];
  };
  return { find, used, missing };
}

/**
 * Renders a page as a visitor sees it before the session is known. One at a time.
 * @throws if the page needs an answer that is not there, or fails
 */
export async function render({ address, position, answers }: RenderRequest): Promise<RenderedPage> {
  const { find, used, missing } = reader(answers);
  const { queryClient, router, app } = createApp(createMemoryHistory({ initialEntries: [address] }));
  answerWith(find);
  try {
    await router.load();
    const { _serverResult: result } = router;
    // The address has parameters that the browser replaces, too.
    if (result?.type === 'redirect') {
      router.history.replace(result.redirect.headers.get('location') ?? '/');
      await router.load();
    }
    const failed = router.state.matches.find(({ status }) => status === 'error');
    if (failed) throw failed.error;
    const html = renderToString(app);
    if (missing.length > 0) throw new Error(`there is no answer for ${missing.join(', ')}`);
    if (unfinished.test(html)) throw new Error(`a part of ${address} was not rendered`);
    return { html, state: inScript({ position, answers: used } satisfies SsrState) };
  } finally {
    answerWith(undefined);
    queryClient.clear();
  }
}
