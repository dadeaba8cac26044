export * from './legal-hold.js';
