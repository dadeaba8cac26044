export * from './account-state.js';
