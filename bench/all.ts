import type { Bench } from './scratch.js';
export const benchAll: Bench = async () => ({});
