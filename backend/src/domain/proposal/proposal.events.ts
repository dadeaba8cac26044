export * from './proposal.js';
