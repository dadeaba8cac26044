import { projection } from '../projection.js';
import { mondayOf } from './days.js';

/** A browser that uploaded a photo without an account, under `visitor:{claim}`. */
export interface VisitorDocument {
  /** The week of the first upload, by its Monday. */
  readonly week: string;
}

/** A photo of a visitor, under `photo:{photoId}`. One that nobody claims is deleted with the photo. */
export interface UploadDocument {
  readonly visitor: string;
  readonly uploadedIn: string;
  /** The week of the upload, once an account has claimed the photo; else null. */
  readonly claimedWeek: string | null;
  readonly accountId: string | null;
  readonly isPublished: boolean;
}

const photo = (id: string) => [`photo:${id}`];
const isUpload = (document: VisitorDocument | UploadDocument): document is UploadDocument =>
  'visitor' in document;

/** The id of the count document of a week, and the count in it. */
export const visitorsIn = (week: string) => ({ id: `week:${week}`, name: 'visitors' });

/** The way in: who uploaded a photo without an account, and what became of it. One visitor is one claim. */
export const visitors = projection<VisitorDocument | UploadDocument>({
  name: 'visitors',
  version: 1,
  indexes: [{ fields: { claimedWeek: 1 } }],
  isGathered: true,
  counts: {
    keyOf: (document) => (isUpload(document) ? null : document.week),
    countedIn: (week) => [visitorsIn(week)],
  },
  on: {
    PhotoRated: {
      ids: ({ data: { photoId }, metadata: { actor } }) =>
        // Visitors had no id in older events: then each photo is a visitor.
        actor.kind === 'visitor' ? [`visitor:${actor.id ?? photoId}`, ...photo(photoId)] : [],
      fold: (known, { data: { photoId }, metadata: { actor, at } }, id) => {
        if (known) return known;
        if (id.startsWith('visitor:')) return { week: mondayOf(at) };
        return {
          visitor: `visitor:${actor.id ?? photoId}`,
          uploadedIn: mondayOf(at),
          claimedWeek: null,
          accountId: null,
          isPublished: false,
        };
      },
    },
    RatingClaimed: {
      ids: ({ data }) => photo(data.photoId),
      fold: (upload, { data: { accountId } }) =>
        upload && isUpload(upload) ? { ...upload, claimedWeek: upload.uploadedIn, accountId } : upload,
    },
    PostPublished: {
      ids: ({ data }) => photo(data.postId),
      fold: (upload) => (upload && isUpload(upload) ? { ...upload, isPublished: true } : upload),
    },
    PhotoDeleted: {
      ids: ({ data }) => photo(data.photoId),
      fold: (upload) => (upload && isUpload(upload) && upload.accountId === null ? null : upload),
    },
  },
});
