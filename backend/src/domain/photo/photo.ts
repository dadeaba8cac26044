import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './photo.commands.js';
import { photoEvents, type PhotoEvents } from './photo.events.js';
import { overallScore } from './scores.js';

type Admitted = PhotoEvents['PhotoRated' | 'PhotoAdmitted'];

/** The state of a photo that passed the check. */
export interface AdmittedPhoto extends Pick<Admitted, 'uploader' | 'picture' | 'verdict' | 'reasons'> {
  readonly judge: Admitted['judge']['kind'];
  readonly judgedBy: Pick<Admitted['judge'], 'model' | 'promptVersion'>;
  /** Null for a photo without a rating. */
  readonly rating: Pick<PhotoEvents['PhotoRated'], 'scores' | 'score' | 'comment'> | null;
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

const issueVerdict = (rated: commands.IssueVerdict, photo: Photo): EventOf<typeof photoEvents>[] => {
  if (photo.stage !== 'unknown') return [];
  return [{ type: 'PhotoRated', data: { ...rated, score: overallScore(rated.scores) } }];
};

const admitPhoto = (admitted: commands.AdmitPhoto, photo: Photo): EventOf<typeof photoEvents>[] =>
  photo.stage === 'unknown' ? [{ type: 'PhotoAdmitted', data: admitted }] : [];

const refusePhoto = (refused: commands.RefusePhoto, photo: Photo): EventOf<typeof photoEvents>[] =>
  photo.stage === 'unknown' ? [{ type: 'PhotoRefused', data: refused }] : [];

const claimPhoto = (claim: commands.ClaimPhoto, photo: Photo): EventOf<typeof photoEvents>[] => {
  if (photo.stage !== 'rated' || photo.admitted?.picture.imageHash !== claim.imageHash) {
    throw new Rejected('invalid', 'Invalid saved rating');
  }
  if (photo.claimedBy === claim.accountId) return [];
  if (photo.claimedBy !== null || !isUploader(photo.admitted, claim)) {
    throw new Rejected('invalid', 'Invalid saved rating');
  }
  return [{ type: 'RatingClaimed', data: { photoId: claim.photoId, accountId: claim.accountId } }];
};

function isUploader({ uploader }: AdmittedPhoto, { accountId, holdsClaim }: commands.ClaimPhoto): boolean {
  const account = accountOf(uploader);
  return account === null ? holdsClaim : account === accountId;
}

const deletePhoto = (
  { photoId, claimedBy }: commands.DeletePhoto,
  photo: Photo,
): EventOf<typeof photoEvents>[] =>
  (photo.stage === 'rated' || photo.stage === 'admitted') && photo.claimedBy === claimedBy
    ? [{ type: 'PhotoDeleted', data: { photoId } }]
    : [];

const ACCOUNT = 'account:';

/** The account that uploaded a photo; null for a visitor. */
export function accountOf(uploader: string): string | null {
  return uploader.startsWith(ACCOUNT) ? uploader.slice(ACCOUNT.length) : null;
}

function admittedOf(
  { uploader, picture, verdict, reasons, judge }: Admitted,
  rating: AdmittedPhoto['rating'],
): AdmittedPhoto {
  const { kind, model, promptVersion } = judge;
  return { uploader, picture, verdict, reasons, judge: kind, judgedBy: { model, promptVersion }, rating };
}

type Key =
  | commands.IssueVerdict
  | commands.AdmitPhoto
  | commands.RefusePhoto
  | commands.ClaimPhoto
  | commands.DeletePhoto;

const initial: Photo = { stage: 'unknown', admitted: null, claimedBy: null };

export const Photo = aggregate('photo', {
  id: ({ photoId }: Key) => photoId,
  initial,
  events: photoEvents,
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
    IssueVerdict: issueVerdict,
    AdmitPhoto: admitPhoto,
    RefusePhoto: refusePhoto,
    ClaimPhoto: claimPhoto,
    DeletePhoto: deletePhoto,
  },
});
