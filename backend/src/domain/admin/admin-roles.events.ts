export * from './admin-role.js';
