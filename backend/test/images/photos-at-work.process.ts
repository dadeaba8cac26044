import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegPhoto } from '../support/photos.js';

// Says how many pictures were at work at once while eight were sent: in a process of its own, as sharp counts those of
// all threads together.
const photo = await jpegPhoto();
const atWork: number[] = [];
sharp.queue.on('change', () => {
  const { queue, process: working } = sharp.counters();
  atWork.push(queue + working);
});
await Promise.all(Array.from({ length: 8 }, () => normalisePhoto(photo)));
process.stdout.write(JSON.stringify({ noted: atWork.length, most: Math.max(...atWork) }));
