import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './photo.commands.js';
import type { PhotoEvents } from './photo.events.js';
import { overallScore } from './scores.js';

/** A photo from the gate to the board, or to its end. */
export interface Photo {
  readonly stage: 'unknown' | 'rated' | 'admitted' | 'refused' | 'deleted';
  readonly imageHash: string | null;
  readonly claimedBy: string | null;
}

type DataOf<Name extends keyof typeof commands> = InstanceType<(typeof commands)[Name]>['data'];

const ratePhoto = (rated: DataOf<'RatePhoto'>, photo: Photo): EventOf<PhotoEvents>[] => {
  if (photo.stage !== 'unknown') return [];
  return [{ type: 'PhotoRated', data: { ...rated, score: overallScore(rated.scores) } }];
};

const admitPhoto = (admitted: DataOf<'AdmitPhoto'>, photo: Photo): EventOf<PhotoEvents>[] =>
  photo.stage === 'unknown' ? [{ type: 'PhotoAdmitted', data: admitted }] : [];

const refusePhoto = (refused: DataOf<'RefusePhoto'>, photo: Photo): EventOf<PhotoEvents>[] =>
  photo.stage === 'unknown' ? [{ type: 'PhotoRefused', data: refused }] : [];

const claimRating = (claim: DataOf<'ClaimRating'>, photo: Photo): EventOf<PhotoEvents>[] => {
  if (photo.stage !== 'rated' || photo.imageHash !== claim.imageHash) {
    throw new Rejected('invalid', 'Invalid saved rating');
  }
  if (photo.claimedBy === claim.accountId) return [];
  if (photo.claimedBy !== null) throw new Rejected('invalid', 'Invalid saved rating');
  return [{ type: 'RatingClaimed', data: { photoId: claim.photoId, accountId: claim.accountId } }];
};

const deletePhoto = ({ photoId, claimedBy }: DataOf<'DeletePhoto'>, photo: Photo): EventOf<PhotoEvents>[] =>
  (photo.stage === 'rated' || photo.stage === 'admitted') && photo.claimedBy === claimedBy
    ? [{ type: 'PhotoDeleted', data: { photoId } }]
    : [];

export const photo: Aggregate<Photo, PhotoEvents, typeof commands> = {
  category: 'photo',
  id: ({ photoId }) => photoId,
  initial: { stage: 'unknown', imageHash: null, claimedBy: null },
  commands,
  decide: {
    RatePhoto: ratePhoto,
    AdmitPhoto: admitPhoto,
    RefusePhoto: refusePhoto,
    ClaimRating: claimRating,
    DeletePhoto: deletePhoto,
  },
  evolve: {
    PhotoRated: (state, { picture }) => ({ ...state, stage: 'rated', imageHash: picture.imageHash }),
    PhotoAdmitted: (state, { picture, ownerId }) => ({
      ...state,
      stage: 'admitted',
      imageHash: picture.imageHash,
      claimedBy: ownerId,
    }),
    PhotoRefused: (state) => ({ ...state, stage: 'refused' }),
    RatingClaimed: (state, { accountId }) => ({ ...state, claimedBy: accountId }),
    PhotoDeleted: (state) => ({ ...state, stage: 'deleted' }),
  },
};
