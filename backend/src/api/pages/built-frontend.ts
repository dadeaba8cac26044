import path from 'node:path';

/** The output of the frontend's build. */
export const FRONTEND = path.join(import.meta.dirname, '../../../../../frontend/dist');
/** Its folder that browsers get nothing of. */
export const SERVER_FOLDER = 'server';
/** Renders pages. */
export const SERVER_ENTRY = path.join(FRONTEND, SERVER_FOLDER, 'entry-server.js');
