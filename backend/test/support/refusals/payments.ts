import type { Refusals } from './refusal.js';

export const paymentRefusals: Refusals = {};
