import { formatDuration } from '../lib/durations.ts';
import { UNREADABLE_FILE } from '../lib/chosen-photo.ts';
import { ApiError, isRefusedForGood } from './api-error.ts';

const MINUTE = 60_000;

/** What the person can do next: send the same file again, choose another one, or send a smaller copy. */
type Way = 'again' | 'choose' | 'smaller';

/** The ends of an upload that brought no answer of this site, with what to say; an empty text is for what nobody knows. */
const ends = {
  offline: ['You are offline. Please try again when you are connected.', 'again'],
  unreached: [
    'The site could not be reached. Please check your connection and try again. In the Wi-Fi of a hotel or a train, you may have to sign in first.',
    'again',
  ],
  cut: ['The connection was lost. Please try again.', 'again'],
  stalled: ['Nothing could be sent for 5 minutes. Please check your connection and try again.', 'again'],
  silent: ['The photo was sent, but no answer came for 5 minutes. Please try again.', 'again'],
  signIn: [
    'This network wants you to sign in first (Wi-Fi of a hotel or a train). Open any page, sign in there, and try again.',
    'again',
  ],
  filtered: [
    'A firewall or filter between you and this site stopped the photo. Please try again from another network.',
    'again',
  ],
  tooLarge: ['The photo is too large for the network or the server between you and this site.', 'smaller'],
  limited: ['Too many photos were sent. Please try again in ', 'again'],
  busy: ['The site is busy or restarting. Please try again in a minute.', 'again'],
  unreadable: [UNREADABLE_FILE, 'choose'],
  unknown: ['', 'again'],
} as const satisfies Record<string, readonly [text: string, way: Way]>;

export type UploadEnd = keyof typeof ends;

/** What an answer means that is not of this site, such as one of a proxy. */
export function endOf(status: number): UploadEnd {
  // Where the answer is not refused, but is not of the site: a page to sign in to the network, or an empty one.
  if (status < 400 || status === 511) return 'signIn';
  if (status === 403 || status === 407 || status === 451) return 'filtered';
  if (status === 413) return 'tooLarge';
  if (status === 429) return 'limited';
  // Beyond 519: a delivery network that got no answer of the site.
  if ((status >= 502 && status <= 504) || status >= 520) return 'busy';
  return 'unknown';
}

/** An upload that ended without an answer of this site. */
export class UploadError extends Error {
  override readonly name = 'UploadError';

  readonly end: UploadEnd;
  /** The milliseconds after which it may be tried again, if they are known. */
  readonly wait: number | undefined;

  constructor(end: UploadEnd, wait?: number) {
    super(`The upload ended: ${end}`);
    this.end = end;
    this.wait = wait;
  }
}

/** The milliseconds that a `Retry-After` header asks for, in seconds or as a date; undefined if it says nothing useful. */
export function waitOf(header: string | null, now: number): number | undefined {
  const milliseconds = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return milliseconds > 0 ? milliseconds : undefined;
}

export interface UploadFailure {
  text: string;
  way: Way;
}

/** What to say where no smaller copy can be made. */
export function withoutCopy(failure: UploadFailure): UploadFailure {
  if (failure.way !== 'smaller') return failure;
  return { text: `${failure.text} No smaller copy can be made. Please choose another one.`, way: 'choose' };
}

/** What to say about a failed upload, and what to do next. What the site itself says always counts. */
export function failureOf(error: unknown, otherwise: string): UploadFailure {
  if (!(error instanceof UploadError)) {
    const text = (error instanceof ApiError && error.serverMessage) || otherwise;
    return { text, way: isRefusedForGood(error) ? 'choose' : 'again' };
  }
  const [text, way] = ends[error.end];
  // Rounded up: before that it would be refused again.
  const minutes = Math.ceil((error.wait ?? 0) / MINUTE);
  const wait = error.end === 'limited' ? `${formatDuration(minutes * MINUTE)}.` : '';
  return { text: `${text}${wait}` || otherwise, way };
}
