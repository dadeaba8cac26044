export * from './blocked-picture.js';
