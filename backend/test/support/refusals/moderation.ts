import type { Refusals } from './refusal.js';

export const moderationRefusals: Refusals = {};
