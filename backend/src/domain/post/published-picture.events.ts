export * from './published-picture.js';
