export * from './stripe-event.js';
