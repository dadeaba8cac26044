/** What the API answered before the page was sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers by the path with query that asks for them, such as `/api/posts?sort=recent&limit=60`. */
export type Answers = Readonly<Record<string, Answer>>;

/** What a page that the server has rendered brings along. */
export interface SsrState {
  /** The position of the live news that the answers are not older than, as `/api/live?after=` takes it. */
  readonly position: string;
  readonly answers: Answers;
}

let served: SsrState | undefined;
let answerFor: ((path: string) => Answer | undefined) | undefined;

/** Answers reads from now on: on the server while it renders a page, in the browser until that page has its data. */
export function answerWith(find: typeof answerFor): void {
  answerFor = find;
}

/** Whether reads are answered at once, so that a loader may wait for all that its page shows. */
export function isAnswered(): boolean {
  return answerFor !== undefined;
}

/** A `fetch` that takes the answers that are there already, and sends all other requests. */
export function ssrFetch(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const answer = request.method === 'GET' ? answerFor?.(pathname + search) : undefined;
    if (!answer) return fetch(request);
    const { body, status, headers } = answer;
    return Promise.resolve(new Response(body, { status, headers }));
  };
}

/** Takes what a page of the server brought along, until {@link answerWith} ends it; undefined for an empty page. */
export function takeSsrState(): SsrState | undefined {
  const state = document.getElementById('state')?.textContent;
  if (!state) return undefined;
  served = JSON.parse(state) as SsrState;
  const { answers } = served;
  answerWith((path) => answers[path]);
  return served;
}

/** The position of the live news that the page knows; undefined if the server has not rendered it. */
export function ssrPosition(): string | undefined {
  return served?.position;
}
