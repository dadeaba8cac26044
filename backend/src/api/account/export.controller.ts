import { Res, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PersonalExport } from './export.service.js';
import { FILE, Route, Routes } from '../http/route.js';

@Routes('account', 'api/user/export', { who: 'signedIn' })
export class ExportController {
  constructor(
    private readonly exports: PersonalExport,
    private readonly clock: Clock,
  ) {}

  @Route('GET', '', {
    limit: 'export',
    summary: 'Exports all your data as a zip file.',
    description:
      '`footnote.json` contains the text and figures, `pictures/` the pictures in their largest rendition: `{postId}.webp`, `{photoId}.webp` for stored photos that are not published, and `profile.webp`.',
    answer: FILE,
  })
  @ApiProduces('application/zip')
  async download(
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const day = this.clock.now().toISOString().slice(0, 10);
    reply.header('cache-control', 'private, no-store');
    return new StreamableFile(await this.exports.of(account.id), {
      type: 'application/zip',
      disposition: `attachment; filename="footnote-export-${day}.zip"`,
    });
  }
}
