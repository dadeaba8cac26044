import type { Refusals } from './refusal.js';

export const accountRefusals: Refusals = {};
