export * from './own-act.js';
