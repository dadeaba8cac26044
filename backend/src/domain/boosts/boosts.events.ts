export * from './boosts.js';
