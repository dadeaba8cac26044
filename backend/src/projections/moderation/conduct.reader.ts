import { Injectable } from '@nestjs/common';
import type { ConductFacts } from '../../domain/moderation/conduct-facts.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ConductDocument, conduct } from './conduct.projection.js';

@Injectable()
export class ConductReader {
  private readonly conduct: ViewReader<ConductDocument>;

  constructor(views: Views) {
    this.conduct = views.of(conduct);
  }

  async of(accountId: string): Promise<ConductFacts> {
    const found = await this.conduct.get(accountId);
    return {
      verifiedAt: found?.verifiedAt ?? null,
      publicPosts: found?.publicPosts ?? 0,
      decidedAgainst: found?.decisions.map(({ at }) => at) ?? [],
    };
  }
}
