export * from './payment-intent.js';
