export * from './post-moderation.js';
