export * from './appeal.js';
