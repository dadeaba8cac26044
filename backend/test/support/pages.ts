import { ResponseCache } from '../../src/api/response-cache/response-cache.js';
import type { AnswerState } from '../../src/api/response-cache/response-state.js';
import type { RunningApp } from './app.js';

/** What is kept for an address and holds now; null if it would be composed. */
export function stateAt(app: RunningApp, address: string): AnswerState | null {
  const kept = app.server.get(ResponseCache, { strict: false });
  const answer = kept.at(address);
  return answer ? kept.stateOf(answer) : null;
}

/** What the app shows of a page, without the state of its script. @throws if the page has no content */
export function contentOf(html: string): string {
  const [, content] =
    /<div id="root">(.+)<\/div><script type="application\/json" id="state">/s.exec(html) ?? [];
  if (content === undefined) throw new Error(`the page has no content: ${html}`);
  return content;
}

interface State {
  readonly position: string;
  readonly answers: Readonly<Record<string, { readonly status: number; readonly body: string }>>;
}

/** The state that the browser continues from. */
export function pageStateOf(html: string): State {
  return JSON.parse(/id="state">(.+?)<\/script>/s.exec(html)?.[1] ?? 'null') as State;
}
