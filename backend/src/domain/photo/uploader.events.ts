export * from './uploader.js';
