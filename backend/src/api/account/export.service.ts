import { PassThrough, Readable, pipeline } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { Clock } from '../../kernel/clock.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { PersonalRecord } from './personal-record.service.js';

const LARGEST = 1280;

/** Everything that is kept of a person, as one file of theirs. */
@Injectable()
export class PersonalExport {
  constructor(
    @Inject(PersonalRecord) private readonly records: PersonalRecord,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * A zip file that is made while it is read: `footnote.json`, and the pictures at their largest, one in memory at a
   * time. It breaks off when a picture is deleted meanwhile.
   */
  async of(accountId: string): Promise<Readable> {
    const { record, pictures } = await this.records.of(accountId);
    const mtime = this.clock.now();
    const zip = new ZipFile();
    // When either end breaks, so does the other; whoever reads the file is told.
    const file = pipeline(zip.outputStream, new PassThrough(), () => undefined);
    const breakOff = (error: Error) => file.destroy(error);
    zip.on('error', breakOff);
    zip.addBuffer(Buffer.from(`${JSON.stringify(record, null, 2)}\n`), 'footnote.json', { mtime });
    for (const { name, pictureId } of pictures) {
      // There may be a post whose files a crash has kept from being written.
      if (!(await this.images.exists(pictureId))) continue;
      zip.addReadStreamLazy(`pictures/${name}.webp`, { mtime, compress: false }, (done) => {
        done(null, Readable.from(this.bytesOf(pictureId)).on('error', breakOff));
      });
    }
    zip.end();
    return file;
  }

  private async *bytesOf(pictureId: string): AsyncGenerator<Buffer> {
    const image = await this.images.open(pictureId, LARGEST);
    if (!image) throw new Error(`the picture ${pictureId} was deleted while it was to be exported`);
    yield image.bytes;
  }
}
