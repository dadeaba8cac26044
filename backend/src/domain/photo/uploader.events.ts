import type { Catalogue } from '../../kernel/event.js';

export interface UploaderEvents {
  /** The gate refused an upload of an account, or from an address. The photo's own stream says why. */
  UploadRefused: {
    /** `account:{id}` or `address:{hmac}`. */
    uploader: string;
    photoId: string;
    /** When it was refused, ISO 8601; an upgrade writes this event later than that. */
    at: string;
  };
}

export const uploaderEvents: Catalogue<UploaderEvents> = {
  UploadRefused: { version: 1 },
};
