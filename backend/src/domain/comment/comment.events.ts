export * from './comment.js';
