export * from './username.js';
