export * from './comment-like.js';
