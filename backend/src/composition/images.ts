import path from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { FolderImageStore } from '../infrastructure/images/folder-image-store.js';
import { type ImageStore, UnfitStoreError } from '../infrastructure/images/image-store.port.js';
import type { S3Parts } from '../infrastructure/images/s3-image-store.js';

type Settings = Pick<Config, 'dataDir' | 'pictures' | 's3Url' | 'sharedFolder'>;

/** Opens the store of pictures that the settings choose, or the one that `kind` names. */
export async function openImages(
  { dataDir, pictures, s3Url, sharedFolder }: Settings,
  parts: S3Parts,
  kind = pictures,
): Promise<ImageStore> {
  if (kind === 'folder') return new FolderImageStore(path.join(dataDir, 'images'), sharedFolder === 'yes');
  if (s3Url === null) throw new ConfigError(['S3_URL is missing: it names the bucket for pictures']);
  // A start without it does not load the client.
  const { S3ImageStore } = await import('../infrastructure/images/s3-image-store.js');
  return new S3ImageStore(s3Url, parts);
}

/** Makes a store of pictures ready for use. @throws ConfigError if it cannot be used as it is set up */
export async function prepareImages(images: ImageStore): Promise<void> {
  await images.prepare().catch((error: unknown) => {
    if (!(error instanceof UnfitStoreError)) throw error;
    throw new ConfigError([`S3_URL: the bucket can't hold the pictures: ${error.message}`]);
  });
}
