import { Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { GeneratedFile } from '../http/generated-files.js';
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
  download(
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): GeneratedFile {
    const day = this.clock.now().toISOString().slice(0, 10);
    reply.header('cache-control', 'private, no-store');
    const name = `footnote-export-${day}.zip`;
    return new GeneratedFile(name, 'application/zip', this.exports.of(account.id));
  }
}
