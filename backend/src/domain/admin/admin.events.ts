export * from './admin-state.js';
