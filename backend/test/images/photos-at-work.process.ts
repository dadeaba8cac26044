import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegPhoto } from '../support/photos.js';

// Prints the maximum number of pictures in work while eight are submitted. It runs in its own process, because sharp
// counts the pictures of all threads.
const photo = await jpegPhoto();
const atWork: number[] = [];
// Not with those that are queued: a thread may take one from the queue between the two reads, and it would count twice.
sharp.queue.on('change', () => atWork.push(sharp.counters().process));
await Promise.all(Array.from({ length: 8 }, () => normalisePhoto(photo)));
process.stdout.write(JSON.stringify({ noted: atWork.length, most: Math.max(...atWork) }));
