export * from './rater.js';
