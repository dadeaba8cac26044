export * from './achievement.js';
