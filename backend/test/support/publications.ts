import { jpegPhoto, newPhoto } from './photos.js';
import type { Visitor } from './visitor.js';

/** Has a photo rated and publishes it; returns the post's id. @throws Error when that fails */
export async function published(browser: Visitor, photo?: Buffer | number): Promise<string> {
  const bytes = typeof photo === 'number' ? await jpegPhoto(photo) : (photo ?? (await newPhoto()));
  const rating = await browser.uploadPhoto(bytes);
  const { status, body } = await browser.publish(rating.body);
  if (status !== 201) throw new Error(`publishing was answered with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}
