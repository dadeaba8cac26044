export * from './stripe-observed.js';
