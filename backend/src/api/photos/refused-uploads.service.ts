import { Injectable } from '@nestjs/common';
import { List, Text, When } from '../../contract/fields.js';
import type { DomainEvent, DomainEvents } from '../../domain/events.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';

/** A photo of a person that the check refused. */
export class Refusal {
  @When() readonly at!: string;
  @List(Text) readonly reasons!: readonly string[];
}

const MOST_REFUSALS = 20;

/** Reads which uploads of people the check refused. Only the log knows. */
@Injectable()
export class RefusedUploads {
  constructor(private readonly history: History) {}

  /** Those of an account, newest first, {@link MOST_REFUSALS} at most. @throws EventLogUnavailableError, UndecodableError */
  async of(accountId: string): Promise<readonly Refusal[]> {
    // Three a day block uploads: the stream is short.
    const refused = (await this.history.of(`uploader-account:${accountId}`)) as readonly Recorded<
      'UploadRefused',
      DomainEvents['UploadRefused']
    >[];
    const newest = refused.toReversed().slice(0, MOST_REFUSALS);
    return Promise.all(
      newest.map(async ({ data: { photoId, at } }) => {
        const [event] = (await this.history.of(`photo-${photoId}`)) as readonly DomainEvent[];
        return { at, reasons: event?.type === 'PhotoRefused' ? event.data.reasons : [] };
      }),
    );
  }
}
