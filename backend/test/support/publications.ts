import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import type { Browser } from './browser.js';
import { jpegPhoto } from './photos.js';

/** Has a photo rated and publishes it; returns the post's id. @throws Error when that fails */
export async function published(browser: Browser, photo: Buffer | number): Promise<string> {
  const bytes = typeof photo === 'number' ? await jpegPhoto(photo) : photo;
  const rating = await browser.upload<RatingResult>('/api/upload', bytes);
  const { status, body } = await browser.post<{ id: string }>('/api/posts/publish', rating.body);
  if (status !== 201) throw new Error(`publishing was answered with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}
