export * from './decision.js';
