import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegPhoto } from '../support/photos.js';

// Prints the maximum number of pictures in work while eight are submitted. It runs in its own process, because sharp
// counts the pictures of all threads.
const photo = await jpegPhoto();
const atWork: number[] = [];
sharp.queue.on('change', () => {
  const { queue, process: working } = sharp.counters();
  atWork.push(queue + working);
});
await Promise.all(Array.from({ length: 8 }, () => normalisePhoto(photo)));
process.stdout.write(JSON.stringify({ noted: atWork.length, most: Math.max(...atWork) }));
