import { type EventsOf, event } from '../../kernel/event.js';
import { id, time } from '../../kernel/field.js';

export const uploaderEvents = {
  /** The check refused an upload of an account or an address. The photo's own stream says why. */
  UploadRefused: event(
    {
      /** `account:{id}` or `address:{hmac}`. */
      uploader: id,
      photoId: id,
      /** Time of the refusal, ISO 8601. */
      at: time,
    },
    '{actor} counted the refusal of {photoId} against its uploader.',
    { photoId: 'photo', 'account:uploader': 'person' },
  ),
};

export type UploaderEvents = EventsOf<typeof uploaderEvents>;
