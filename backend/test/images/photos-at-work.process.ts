import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegPhoto } from '../support/photos.js';

// Prints the maximum number of pictures in work while eight are submitted, of those that need much memory if it is asked
// for. It runs in its own process, because sharp counts the pictures of all threads.
const isHeavy = process.argv.includes('heavy');
const photo = isHeavy
  ? await sharp({ create: { width: 4100, height: 3000, channels: 3, background: '#b08060' } })
      .png({ progressive: true })
      .toBuffer()
  : await jpegPhoto();
const atWork: number[] = [];
// Not with those that are queued: a thread may take one from the queue between the two reads, and it would count twice.
sharp.queue.on('change', () => atWork.push(sharp.counters().process));
await Promise.all(Array.from({ length: 8 }, () => normalisePhoto(photo)));
process.stdout.write(JSON.stringify({ noted: atWork.length, most: Math.max(...atWork) }));
