import type { Catalogue } from '../../kernel/event.js';

export interface UploaderEvents {
  /** The check refused an upload of an account or an address. The photo's own stream says why. */
  UploadRefused: {
    /** `account:{id}` or `address:{hmac}`. */
    uploader: string;
    photoId: string;
    /** Time of the refusal, ISO 8601. */
    at: string;
  };
}

export const uploaderEvents: Catalogue<UploaderEvents> = {
  UploadRefused: {
    version: 1,
    trail: {
      says: '{actor} counted the refusal of {photoId} against its uploader.',
      about: { photoId: 'photo', 'account:uploader': 'person' },
    },
  },
};
