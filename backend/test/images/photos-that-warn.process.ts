import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegSegments } from '../../src/shared/photo-file.js';
import { jpegPhoto, scene } from '../support/photos.js';

// Prints in rounds which of several photos are accepted that are taken in at once. It runs in its own process, because
// the decoder keeps its warnings in one place for all threads.
const whole = await sharp(scene(1, 400, 300))
  .jpeg({ progressive: true })
  .toBuffer();
const withBytes = (at = 0) => Buffer.concat([whole.subarray(0, at), Buffer.alloc(9), whole.subarray(at)]);
const photos = {
  half: Buffer.concat([whole.subarray(0, whole.length * 0.9), whole.subarray(-2)]),
  baseline: await jpegPhoto(),
  'with bytes between segments': withBytes(jpegSegments(whole)[0]?.end),
  whole,
  'with bytes before its end': withBytes(whole.length - 2),
};
const isAccepted = (bytes: Buffer) =>
  normalisePhoto(bytes).then(
    () => true,
    () => false,
  );
const rounds: unknown[] = [];
for (let round = 0; round < 12; round += 1) {
  const outcomes = Object.entries(photos).map(
    async ([name, bytes]) => [name, await isAccepted(bytes)] as const,
  );
  rounds.push(Object.fromEntries(await Promise.all(outcomes)));
}
process.stdout.write(JSON.stringify(rounds));
