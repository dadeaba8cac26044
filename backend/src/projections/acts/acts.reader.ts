import { Inject, Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ActDocument, acts } from './acts.projection.js';

/** Reads what admins did. */
@Injectable()
export class ActsReader {
  private readonly acts: ViewReader<ActDocument>;

  constructor(@Inject(Views) views: Views) {
    this.acts = views.of(acts);
  }

  /** An act, undone or not; null if the id is unknown. */
  one(actId: string): Promise<Stored<ActDocument> | null> {
    return this.acts.get(actId);
  }
}
