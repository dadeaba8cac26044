import { Matching, Optional } from '../../contract/fields.js';

const EVENT_ID = /^\d{1,16}$/;

export class LiveRequest {
  @Optional(Matching(EVENT_ID), {
    pattern: EVENT_ID.source,
    about: 'The id of the last event received, for clients that cannot set Last-Event-ID.',
    message: 'after must be the id of an event',
  })
  readonly after?: string;
}
