import { Command } from '../../kernel/aggregate.js';
import type { UploaderEvents } from './uploader.events.js';

/** Count a refused upload against an uploader. The same photo counts once. */
export class RefuseUpload extends Command<UploaderEvents['UploadRefused']> {}
