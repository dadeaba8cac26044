import type { UploaderEvents } from './uploader.events.js';

/** Count a refused upload against an uploader. The same photo counts once. */
export type RefuseUpload = UploaderEvents['UploadRefused'];
