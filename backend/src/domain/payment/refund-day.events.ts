export * from './refund-day.js';
