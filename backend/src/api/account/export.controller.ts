import { Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PassThrough, Readable, pipeline } from 'node:stream';
import { ZipFile } from 'yazl';
import { Clock } from '../../kernel/clock.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { GeneratedFile } from '../http/generated-files.js';
import { FILE, Route, Routes } from '../http/route.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { exportedText, ExportedData } from './exported-data.service.js';

const LARGEST = 1280;

@Routes('account', 'api/user/export', { who: 'signedIn' })
export class ExportController {
  constructor(
    private readonly clock: Clock,
    private readonly records: ExportedData,
    private readonly images: ImageStore,
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
    return new GeneratedFile(name, 'application/zip', this.zipOf(account.id));
  }

  /**
   * A zip file, produced while it is read: `footnote.json` and the pictures in their largest rendition, one in memory
   * at a time. The stream fails if a picture is deleted in the meantime.
   */
  private async *zipOf(accountId: string): AsyncGenerator<Buffer> {
    const { text, pictures } = await this.contentOf(accountId);
    const mtime = this.clock.now();
    const zip = new ZipFile();
    // If either stream fails, so does the other; the reader gets the error.
    const file = pipeline(zip.outputStream, new PassThrough(), () => undefined);
    const breakOff = (error: Error) => file.destroy(error);
    zip.on('error', breakOff);
    zip.addReadStreamLazy('footnote.json', { mtime }, (done) => {
      done(null, Readable.from(text, { objectMode: false }).on('error', breakOff));
    });
    for (const { name, pictureId } of pictures) {
      // A crash may have left a post without files.
      if (!(await this.images.exists(pictureId))) continue;
      zip.addReadStreamLazy(`pictures/${name}.webp`, { mtime, compress: false }, (done) => {
        done(null, Readable.from(this.bytesOf(pictureId)).on('error', breakOff));
      });
    }
    zip.end();
    yield* file;
  }

  /** Nothing keeps the record in memory once its text is made: a reader may take the pictures slowly. */
  private async contentOf(accountId: string) {
    const { record, pictures } = await this.records.of(accountId);
    return { text: exportedText(record), pictures };
  }

  private async *bytesOf(pictureId: string): AsyncGenerator<Buffer> {
    const image = await this.images.open(pictureId, LARGEST);
    if (!image) throw new Error(`the picture ${pictureId} was deleted during the export`);
    yield image.bytes;
  }
}
