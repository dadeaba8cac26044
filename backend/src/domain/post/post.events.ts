export * from './post.js';
