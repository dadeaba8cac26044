/** The program of the process that builds views. */
export const REBUILD_SCRIPT = new URL('./rebuild.process.js', import.meta.url);
