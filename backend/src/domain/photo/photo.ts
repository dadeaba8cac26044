import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  id,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../../kernel/field.js';

/** The four category scores, each from 0 to 10 with one decimal. */
export const CategoryScores = named(
  'CategoryScores',
  object({
    toeAlignment: number,
    toeNails: number,
    footShape: number,
    aesthetic: number,
  }),
);
export type CategoryScores = TypeOf<typeof CategoryScores>;

/** The data of a picture besides its renditions. Width and height are those of the largest rendition, in pixels. */
export const Picture = named(
  'Picture',
  object({
    imageHash: id,
    perceptualHash: id,
    thumbhash: text,
    width: number,
    height: number,
  }),
);
export type Picture = TypeOf<typeof Picture>;

const judge = object({ kind: oneOf('demo', 'ai'), model: text, promptVersion: text });

/** The blocked picture, by its hash, that it may have been mirrored, turned, cropped or framed from. */
const copied = { resembles: nullable(id) };
const more = { version: 2, upcast: { 1: (data: object) => ({ ...data, resembles: null }) } };

const ratedFields = {
  photoId: id,
  /** `account:{id}` or `address:{hmac}`. */
  uploader: id,
  picture: Picture,
  verdict: oneOf('pass', 'review'),
  reasons: list(text),
  scores: CategoryScores,
  /** The mean of the four scores, one decimal. */
  score: number,
  comment: text,
  judge,
  ...copied,
};

const admittedFields = {
  photoId: id,
  ownerId: id,
  /** `account:{id}`. */
  uploader: id,
  picture: Picture,
  verdict: oneOf('pass', 'review'),
  reasons: list(text),
  judge,
  ...copied,
};

const refusedFields = {
  photoId: id,
  /** `account:{id}` or `address:{hmac}`. */
  uploader: id,
  /** `address:{hmac}`. */
  address: id,
  reasons: list(text),
};

interface OfPhoto {
  readonly photoId: string;
}

interface Claim extends OfPhoto {
  readonly imageHash: string;
  readonly accountId: string;
  readonly holdsClaim: boolean;
}

interface Deletion extends OfPhoto {
  readonly claimedBy: string | null;
}

type Rated = DataOf<typeof ratedFields>;
type Admitted = DataOf<typeof admittedFields>;

/** The state of a photo that passed the check. */
export interface AdmittedPhoto extends Pick<
  Admitted,
  'uploader' | 'picture' | 'verdict' | 'reasons' | 'resembles'
> {
  readonly judge: Admitted['judge']['kind'];
  readonly judgedBy: Pick<Admitted['judge'], 'model' | 'promptVersion'>;
  /** Null for a photo without a rating. */
  readonly rating: Pick<Rated, 'scores' | 'score' | 'comment'> | null;
}

/** A photo that is not published is deleted so long after the check. */
export const UNPUBLISHED_MS = 24 * 3_600_000;
/** It is kept so long after its rating was claimed: its owner may be about to publish it. */
export const CLAIMED_MS = 3_600_000;

/** A photo from the check until it is published or deleted. */
export interface Photo {
  readonly stage: 'unknown' | 'rated' | 'admitted' | 'refused' | 'deleted';
  /** What passed the check, with its rating; null before, and for a refused photo. */
  readonly admitted: AdmittedPhoto | null;
  readonly claimedBy: string | null;
}

const initial: Photo = { stage: 'unknown', admitted: null, claimedBy: null };

export const Photo = aggregate('photo', {
  id: ({ photoId }: OfPhoto) => photoId,
  initial,
  events: {
    /** A photo passed the check and was rated. Only this rating can be published. */
    PhotoRated: event(
      ratedFields,
      '{actor} uploaded {photoId} and got the AI score {score} (model: {judge.model}, photo check: {verdict|words}).',
      { photoId: 'photo', 'account:uploader': 'person' },
      more,
    ),
    /** A photo passed the check without a rating, to be published by its owner at once. */
    PhotoAdmitted: event(
      admittedFields,
      '{actor} uploaded {photoId} without a rating (model: {judge.model}, photo check: {verdict|words}).',
      { photoId: 'photo', 'account:uploader': 'person', ownerId: 'person' },
      more,
    ),
    /** The check refused a photo and discarded it. The refusal counts against uploader and address. */
    PhotoRefused: event(
      refusedFields,
      '{actor} uploaded {photoId}, which the photo check refused as it {reasons|list}.',
      { photoId: 'photo', 'account:uploader': 'person' },
    ),
    /**
     * The rating became a user's: they registered in the browser that had uploaded the photo, or published it. No other user can
     * claim it from now on.
     */
    RatingClaimed: event(
      { photoId: id, accountId: id },
      '{actor} kept {photoId} and its rating to post them.',
      {
        photoId: 'photo',
        accountId: 'person',
      },
    ),
    /** An unpublished photo was deleted with its renditions. */
    PhotoDeleted: event({ photoId: id }, '{actor} deleted {photoId}, which nobody had published.', {
      photoId: 'photo',
    }),
  },
}).rules({
  evolve: {
    PhotoRated: (state, rated) => {
      const { scores, score, comment } = rated;
      return { ...state, stage: 'rated', admitted: admittedOf(rated, { scores, score, comment }) };
    },
    PhotoAdmitted: (state, admitted) => ({
      ...state,
      stage: 'admitted',
      admitted: admittedOf(admitted, null),
      claimedBy: admitted.ownerId,
    }),
    PhotoRefused: (state) => ({ ...state, stage: 'refused' }),
    RatingClaimed: (state, { accountId }) => ({ ...state, claimedBy: accountId }),
    PhotoDeleted: (state) => ({ ...state, stage: 'deleted' }),
  },
  decide: {
    /** Record the verdict on a photo, which allows its owner to publish it. */
    IssueVerdict: (rated: Omit<Rated, 'score'>, { stage }) =>
      stage === 'unknown'
        ? [{ type: 'PhotoRated', data: { ...rated, score: overallScore(rated.scores) } }]
        : [],
    /** Record that a photo is allowed, without scores: its owner publishes it at once. */
    AdmitPhoto: (admitted: Admitted, { stage }) =>
      stage === 'unknown' ? [{ type: 'PhotoAdmitted', data: admitted }] : [],
    /** Record that a photo was refused. */
    RefusePhoto: (refused: DataOf<typeof refusedFields>, { stage }) =>
      stage === 'unknown' ? [{ type: 'PhotoRefused', data: refused }] : [],
    /**
     * Claim a photo: only this account can publish it from then on. The hash must be the one that the verdict was issued for.
     * Only the uploader may: the account that uploaded the photo or, for a visitor's photo, the account whose browser holds its
     * claim.
     */
    ClaimPhoto(claim: Claim, photo) {
      if (photo.stage !== 'rated' || photo.admitted?.picture.imageHash !== claim.imageHash) {
        throw new Rejected('invalid', 'Invalid saved rating');
      }
      if (photo.claimedBy === claim.accountId) return [];
      if (photo.claimedBy !== null || !isUploader(photo.admitted, claim)) {
        throw new Rejected('invalid', 'Invalid saved rating');
      }
      return [{ type: 'RatingClaimed', data: { photoId: claim.photoId, accountId: claim.accountId } }];
    },
    /**
     * Delete a photo that was found unpublished, claimed by `claimedBy` or unclaimed; if it was claimed
     * since then, the photo stays.
     */
    DeletePhoto: ({ photoId, claimedBy }: Deletion, photo) =>
      (photo.stage === 'rated' || photo.stage === 'admitted') && photo.claimedBy === claimedBy
        ? [{ type: 'PhotoDeleted', data: { photoId } }]
        : [],
  },
});

const ACCOUNT = 'account:';

/** The account that uploaded a photo; null for a visitor. */
export function accountOf(uploader: string): string | null {
  return uploader.startsWith(ACCOUNT) ? uploader.slice(ACCOUNT.length) : null;
}

function isUploader({ uploader }: AdmittedPhoto, { accountId, holdsClaim }: Claim): boolean {
  const account = accountOf(uploader);
  return account === null ? holdsClaim : account === accountId;
}

function admittedOf(
  { uploader, picture, verdict, reasons, judge: by, resembles }: Rated | Admitted,
  rating: AdmittedPhoto['rating'],
): AdmittedPhoto {
  const judgedBy = { model: by.model, promptVersion: by.promptVersion };
  return { uploader, picture, verdict, reasons, resembles, judge: by.kind, judgedBy, rating };
}

/** The overall score: the mean of the four categories, rounded to one decimal. */
export function overallScore({ toeAlignment, toeNails, footShape, aesthetic }: CategoryScores): number {
  const tenths = [toeAlignment, toeNails, footShape, aesthetic].map((score) => Math.round(score * 10));
  return Math.round(tenths.reduce((sum, score) => sum + score, 0) / tenths.length) / 10;
}
