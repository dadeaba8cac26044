import { PassThrough, Readable, pipeline } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { Clock } from '../../kernel/clock.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { exportedText } from './data-export.js';
import { ExportedData } from './exported-data.service.js';

const LARGEST = 1280;

@Injectable()
export class PersonalExport {
  constructor(
    private readonly records: ExportedData,
    private readonly images: ImageStore,
    private readonly clock: Clock,
  ) {}

  /**
   * A zip file, produced while it is read: `footnote.json` and the pictures in their largest rendition, one in memory
   * at a time. The stream fails if a picture is deleted in the meantime.
   */
  async *of(accountId: string): AsyncGenerator<Buffer> {
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
