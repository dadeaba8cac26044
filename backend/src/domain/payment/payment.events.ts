export * from './payment.js';
