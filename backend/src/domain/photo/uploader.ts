import { aggregate } from '../../kernel/aggregate.js';
import type * as commands from './uploader.commands.js';
import { uploaderEvents, type UploaderEvents } from './uploader.events.js';

type Refusal = Omit<UploaderEvents['UploadRefused'], 'uploader'>;

/** An account or an address that uploads photos, as the photo check sees it. */
export interface UploadRefusals {
  /** The latest refusals, newest first, as many as the rule needs. */
  readonly refusals: readonly Refusal[];
}

/** This many refusals within 24 hours block uploads for 24 hours. */
export const REFUSALS_A_DAY = 3;

const DAY_MS = 86_400_000;

/** Older refusals do not matter: three within a day, and a block of a day from the last one. */
export const BLOCK_WINDOW_MS = 2 * DAY_MS;

/**
 * Until when the uploader is blocked, from the states of all names that identify the uploader; null if not blocked.
 * The block ends 24 hours after the refusal that was the third within 24 hours.
 */
export function blockedUntil(states: readonly UploadRefusals[], now: Date): Date | null {
  const times = states
    .flatMap(({ refusals }) => refusals)
    .map(({ at }) => Date.parse(at))
    .toSorted((one, other) => other - one);
  const latest = times[0];
  const earliest = times[REFUSALS_A_DAY - 1];
  if (latest === undefined || earliest === undefined || latest - earliest >= DAY_MS) return null;
  return latest + DAY_MS > now.getTime() ? new Date(latest + DAY_MS) : null;
}

type Key = commands.RefuseUpload;

const initial: UploadRefusals = { refusals: [] };

export const UploadRefusals = aggregate('uploader', {
  id: (refused: Key) => refused.uploader,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: uploaderEvents,
}).rules({
  evolve: {
    // Uploads at the same time may be counted in another order.
    UploadRefused: ({ refusals }, { photoId, at }) => ({
      refusals: [{ photoId, at }, ...refusals]
        .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
        .slice(0, REFUSALS_A_DAY),
    }),
  },
  decide: {
    RefuseUpload: (refused: Key, { refusals }) =>
      refusals.some(({ photoId }) => photoId === refused.photoId)
        ? []
        : [{ type: 'UploadRefused', data: refused }],
  },
});
