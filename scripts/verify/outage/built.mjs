// What the built backend contributes: servers that can be killed, pictures, and readers of the log and of mails.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../process.mjs';

export const dist = join(root, 'backend/dist');

/** A module of the built backend. It exists only after a build, so it cannot be imported statically. */
export const built = (file) => import(pathToFileURL(join(dist, file)).href);
