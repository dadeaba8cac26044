import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, time } from '../../kernel/field.js';

const refusal = {
  photoId: id,
  /** Time of the refusal, ISO 8601. */
  at: time,
};

const refusedFields = {
  /** `account:{id}` or `address:{hmac}`. */
  uploader: id,
  ...refusal,
};

/** An account or an address that uploads photos, as the photo check sees it. */
export interface UploadRefusals {
  /** The latest refusals, newest first, as many as the rule needs. */
  readonly refusals: readonly DataOf<typeof refusal>[];
}

/** This many refusals within 24 hours block uploads for 24 hours. */
export const REFUSALS_A_DAY = 3;

const DAY_MS = 86_400_000;

/** Older refusals do not matter: three within a day, and a block of a day from the last one. */
export const BLOCK_WINDOW_MS = 2 * DAY_MS;

const initial: UploadRefusals = { refusals: [] };

export const UploadRefusals = aggregate('uploader', {
  id: ({ uploader }: { readonly uploader: string }) => uploader,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /** The check refused an upload of an account or an address. The photo's own stream says why. */
    UploadRefused: event(
      refusedFields,
      '{actor} counted {photoId}, which was refused, towards a block of uploads.',
      {
        photoId: 'photo',
        'account:uploader': 'person',
      },
    ),
  },
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
    /** Count a refused upload against an uploader. The same photo counts once. */
    RefuseUpload: (refused: DataOf<typeof refusedFields>, { refusals }) =>
      refusals.some(({ photoId }) => photoId === refused.photoId)
        ? []
        : [{ type: 'UploadRefused', data: refused }],
  },
});

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
