import type { Refusals } from './refusal.js';

export const adminRefusals: Refusals = {};
