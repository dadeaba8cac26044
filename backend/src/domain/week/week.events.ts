export * from './week.js';
