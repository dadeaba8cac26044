export * from './disclosure.js';
